//! Whole files at random, with what their sentences speak of declared, and positions to play them from. Imports
//! `sentences`, `words`, `tape`.

use crate::tape::Tape;
use crate::words::{Ground, Maker};
use proptest::prelude::*;
use std::fmt::Write;

const OWN: [&str; 5] = ["chief", "runner", "jumper", "foot", "squire"];
const SIGNS: [char; 5] = ['K', 'R', 'N', 'P', 'S'];
const CHESS: [&str; 7] = ["king", "rook", "knight", "pawn", "bishop", "queen", "squire"];
const CHESS_SIGNS: [char; 6] = ['K', 'R', 'N', 'P', 'B', 'Q'];

/// Numbers of which files are made.
#[derive(Clone)]
pub struct Case {
    sentences: Vec<Vec<u16>>,
    ground: Vec<u16>,
    words: Vec<Vec<u16>>,
    places: Vec<Vec<u16>>,
}

/// Files are shrunk by leaving out sentences first.
pub fn cases() -> impl Strategy<Value = Case> {
    let cells = |most: usize| proptest::collection::vec(any::<u16>(), most);
    let sentences = proptest::collection::vec(proptest::collection::vec(any::<u16>(), 0..=60), 0..10);
    let words = proptest::collection::vec(cells(20), FACTS.len() + MEANINGS.len());
    let places = proptest::collection::vec(cells(60), 1..3);
    (sentences, cells(80), words, places).prop_map(|(sentences, ground, words, places)| Case {
        sentences: sentences.into_iter().filter(|cells| !cells.is_empty()).collect(),
        ground,
        words,
        places,
    })
}

/// Files, and positions of which some may not be possible by them.
pub struct Made {
    /// The game shipped that lies under these.
    pub below: Option<&'static str>,
    pub games: Vec<(&'static str, String)>,
    pub events: Vec<(&'static str, String)>,
    pub positions: Vec<String>,
}

impl Made {
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, file) in self.games.iter().chain(&self.events) {
            let _ = writeln!(text, "-- {name}.rules\n{file}");
        }
        text
    }
}

/// How long facts may last.
const LIVES: [&str; 7] = [
    "",
    "",
    " for 1 own turn",
    " for 1 enemy turn",
    " for 2 own turns",
    " for 2 enemy turns",
    " for this turn",
];

/// Facts, and whether they may last for a while.
const FACTS: [(&str, &str, bool); 17] = [
    ("tired", "fact tired on pieces", true),
    ("wet", "fact wet on squares", true),
    ("angry", "fact angry on sides", true),
    ("score", "fact score on pieces = 0", false),
    ("runs", "fact runs on sides = 2", false),
    ("tally", "fact tally on game = 0", false),
    ("storm", "fact storm on game", true),
    ("pal", "fact pal on pieces is piece", true),
    ("way", "fact way on pieces is direction = forward", false),
    ("spot", "fact spot on pieces is square", true),
    ("home", "fact home on sides is square", true),
    ("latest", "fact latest on game is kind", true),
    ("trace", "fact trace on game is square", true),
    ("barred", "fact barred on sides is direction", true),
    ("mine", "secret fact mine on sides is square", false),
    ("quick", "setting quick = yes", false),
    ("squire", "piece squire \"S\" is FOOT", false),
];

/// Words with a meaning.
const MEANINGS: [&str; 4] = ["friend", "zone", "busy", "trick"];

fn mentions(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_lowercase()).any(|each| each == word)
}

impl std::fmt::Debug for Case {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let made = self.make();
        write!(to, "\n{}-- played from {:#?}", made.text(), made.positions)
    }
}

impl Case {
    /// Whether it is among the so manieth part of all cases; those to which others are shrunk are.
    pub fn is_among(&self, part: u16) -> bool {
        self.ground.last().is_none_or(|cell| *cell <= u16::MAX / part)
    }

    pub fn make(&self) -> Made {
        let mut tape = Tape::new(&self.ground);
        let chess = tape.seldom(35);
        let ground = if chess {
            let labels = &["double", "castling"];
            Ground { files: 8, ranks: 8, kinds: &CHESS, labels, foot: "pawn" }
        } else {
            let (files, ranks) =
                tape.one(&[(4, 4), (3, 3), (5, 4), (5, 5), (6, 6), (4, 7), (8, 8), (3, 8), (10, 8)]);
            Ground { files, ranks, kinds: &OWN, labels: &["dash"], foot: "foot" }
        };
        let sober = tape.below(2) == 0;
        let mut files = [String::new(), String::new(), String::new()];
        for cells in &self.sentences {
            let mut maker = Maker::new(cells, &ground);
            maker.sober = sober;
            let file = [0, 0, 0, 0, 0, 1, 1, 2][maker.tape.below(8)];
            let _ = writeln!(files[file], "{}", maker.sentence(file > 0));
        }
        let [own, one, two] = files;
        let first = if chess { own } else { self.own_game(&ground, &mut tape, &own) };
        let declared = self.declared(&ground, &first, "");
        let events = [("one", one), ("two", two)].into_iter().filter(|(_, text)| !text.is_empty()).map(
            |(name, text)| {
                let head = head(&mut tape, &ground);
                let declared = self.declared(&ground, &text, &format!("{first}{declared}"));
                (name, format!("event \"{name}\"\n{head}{declared}{text}"))
            },
        );
        let events = events.collect();
        let heading = if chess { "game \"Made\" extends \"chess\"\n" } else { "game \"Made\"\n" };
        let games = if chess && first.is_empty() {
            Vec::new()
        } else {
            vec![("made", format!("{heading}{declared}{first}"))]
        };
        let positions = self.places.iter().map(|cells| position(&ground, &mut Tape::new(cells), false));
        Made { below: chess.then_some("chess"), games, events, positions: positions.collect() }
    }

    /// What a game without another below it must say, and its sentences.
    fn own_game(&self, ground: &Ground, tape: &mut Tape<'_>, sentences: &str) -> String {
        let mut text = format!("board {} by {}\nsides white and black\n", ground.files, ground.ranks);
        let with = tape.one(&["", "", " with wet and tally"]);
        let place = position(ground, tape, sentences.contains("castles"));
        let _ = writeln!(text, "setup \"{place}\"{with}");
        let runner = tape.one(&[
            "slide orthogonal",
            "slide any",
            "slide diagonal",
            "step any 2 times or step any",
            "slide orthogonal or leap 1 2",
        ]);
        let jumper = tape.one(&[
            "leap 1 2",
            "leap 2 2 or step orthogonal",
            "\"mRcpR\"",
            "slide forward or step backward diagonal",
            "\"FD\"",
        ]);
        let _ = writeln!(text, "piece chief \"K\" moves step any\npiece runner \"R\" moves {runner}");
        let _ = writeln!(
            text,
            "piece jumper \"N\" moves {jumper}\npiece foot \"P\" moves step forward without taking"
        );
        let _ = writeln!(
            text,
            "foot takes step forward diagonal\nfoot moves step forward 2 times from rank 1 to 2 without taking by dash"
        );
        if tape.below(3) > 0 {
            let _ = writeln!(text, "foot promotes on rank {} to runner or jumper", ground.ranks);
        }
        text += match tape.below(5) {
            0..3 => {
                "royal means chief\nforbid danger if some own royal is threatened\nforbid suicide if number of own royal < number of own royal before turn\nplayer loses by mate if player cannot move and some own royal is threatened\ndraw by stalemate if player cannot move\n"
            }
            3 => {
                "royal means chief\nforbid danger if some own royal is threatened\nforbid suicide if number of own royal < number of own royal before turn\nplayer loses by mate if player cannot move\ndraw by stalemate if no runner\n"
            }
            _ => {
                "royal means chief or jumper\nforbid danger if storm\nforbid suicide if not storm and no own royal\nside loses by mate if no own royal\ndraw by stalemate if player cannot move\n"
            }
        };
        text + sentences
    }

    /// What declares the words that a text uses and another, which it sees, does not declare.
    fn declared(&self, ground: &Ground, text: &str, seen: &str) -> String {
        let mut all = String::new();
        let seen_as = |word: &str| {
            let heads = ["fact", "setting", "piece"];
            seen.lines().any(|line| {
                let line = line.strip_prefix("secret ").unwrap_or(line);
                line.starts_with(&format!("{word} means"))
                    || heads.iter().any(|head| line.starts_with(&format!("{head} {word} ")))
                    || (word == "trick" && line.ends_with("by trick"))
            })
        };
        for (word, cells) in MEANINGS.iter().zip(&self.words[FACTS.len()..]) {
            if !mentions(text, word) || seen_as(word) {
                continue;
            }
            let mut maker = Maker::new(cells, ground);
            maker.defined = false;
            let _ = match *word {
                "friend" => writeln!(all, "friend means {}", maker.pieces()),
                "zone" => writeln!(all, "zone means {}", maker.squares()),
                "busy" => writeln!(all, "busy means {}", maker.condition()),
                _ => writeln!(all, "{} also moves step any without taking by trick", ground.kinds[1]),
            };
        }
        let said = format!("{all}{text}");
        let mut facts = String::new();
        for ((word, declares, lasts), cells) in FACTS.iter().zip(&self.words) {
            if mentions(&said, word) && !seen_as(word) {
                let life = if *lasts { Tape::new(cells).one(&LIVES) } else { "" };
                let _ = writeln!(facts, "{}{life}", declares.replace("FOOT", ground.foot));
            }
        }
        facts + &all
    }
}

/// What stands at the head of an event.
fn head(tape: &mut Tape<'_>, ground: &Ground) -> String {
    match tape.below(6) {
        0..3 => String::new(),
        3 => "number 7\ntype \"odd\"\n".to_owned(),
        4 => "not with \"even\"\n".to_owned(),
        _ => format!("needs each side has 1 {}\n", ground.kinds[1]),
    }
}

/// A position: a royal piece of each side, and some others.
fn position(ground: &Ground, tape: &mut Tape<'_>, castles: bool) -> String {
    let (files, ranks) = (ground.files, ground.ranks);
    let mut board = vec![vec![None; files]; ranks];
    let first = tape.below(files);
    let last = tape.below(files);
    board[0][first] = Some('K');
    board[ranks - 1][files - 1 - last] = Some('k');
    let signs: &[char] = if ground.kinds.len() > SIGNS.len() { &CHESS_SIGNS } else { &SIGNS[..4] };
    // Few: rules that let much follow have many turns.
    let pieces = 2 + tape.below((files * ranks / 6).min(5));
    for _ in 0..pieces {
        let (rank, file) = (tape.below(ranks), tape.below(files));
        let sign = signs[1 + tape.below(signs.len() - 1)];
        // A piece and its fellow on the other side.
        for (rank, file, sign) in
            [(rank, file, sign), (ranks - 1 - rank, files - 1 - file, sign.to_ascii_lowercase())]
        {
            if board[rank][file].is_none() && tape.below(5) < 4 {
                board[rank][file] = Some(sign);
            }
        }
    }
    let rows = board.iter().rev().map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for square in row {
            match square {
                None => empty += 1,
                Some(sign) => {
                    if empty > 0 {
                        let _ = write!(text, "{empty}");
                    }
                    empty = 0;
                    text.push(*sign);
                }
            }
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        text
    });
    let rows: Vec<String> = rows.collect();
    let player = tape.one(&["w", "b"]);
    let mut rights = String::new();
    if castles {
        let row = |rank: usize, sign: char| board[rank].iter().position(|each| *each == Some(sign));
        for (rank, royal, rook, letters) in [(0, 'K', 'R', ['K', 'Q']), (ranks - 1, 'k', 'r', ['k', 'q'])] {
            if let (Some(royal), Some(rook)) = (row(rank, royal), row(rank, rook)) {
                rights.push(letters[usize::from(rook < royal)]);
            }
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {player} {rights} - 0 1", rows.join("/"))
}
