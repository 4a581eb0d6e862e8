//! Takes any text through the whole front: reading, resolving, checking, making ready, and some first turns.
//! It ends in bounded time and never panics. The shipped files have nothing wrong with them and stand in good
//! form. Imports the shared `shelf` and `dice`.

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, proptest};
use proptest::sample::select;
use rulemate_grammar::ast::Item;
use rulemate_grammar::diagnostic::Severity;
use rulemate_grammar::parse::parse_bytes;
use rulemate_grammar::print::format;
use rulemate_grammar::render::plain;
use rulemate_grammar::source::{Source, SourceId};
use rulemate_interpreter::game::{Game, Prepared};
use rulemate_interpreter::position::Started;
use rulemate_interpreter::shelf::{Loaded, RuleText, Shelf, load};
use rulemate_tests::dice::Dice;
use rulemate_tests::shelf::{Shipped, read, shipped_files};
use rulemate_tests::walk::play;
use rulemate_tests::{amount, within};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// No text of the size of a rule file may take longer, however strange it is and however busy the machine.
const LONGEST: Duration = Duration::from_secs(60);

/// The shipped games without a deck, and one text.
struct Alone(RuleText);

impl Shelf for Alone {
    fn find(&self, name: &str) -> Option<RuleText> {
        if name == self.0.name { Some(self.0.clone()) } else { Shipped::default().find(name) }
    }

    fn games(&self) -> Vec<String> {
        vec!["chess".to_owned()]
    }

    fn deck(&self, _: &str) -> Vec<RuleText> {
        Vec::new()
    }
}

/// What became of a text.
struct Fate {
    loaded: Vec<&'static str>,
    sound: bool,
}

/// Takes a text through the front, as a game, and as an event on top of another one.
///
/// # Panics
/// If it takes too long.
fn front(bytes: &[u8], base: Option<&str>, dice: &mut Dice) -> Fate {
    let begun = Instant::now();
    let shelf = Alone(RuleText {
        name: "strange".to_owned(),
        shown: "strange.rules".to_owned(),
        bytes: bytes.to_vec(),
    });
    let Loaded { library, diagnostics, sources, .. } = match base {
        Some(base) => load(&shelf, base, &["strange".to_owned()]),
        None => load(&shelf, "strange", &[]),
    };
    // What is told can be told: places lie within their texts.
    let _ = plain(&diagnostics, &sources);
    let mut fate = Fate { loaded: diagnostics.iter().map(|each| each.code).collect(), sound: false };
    let sound = diagnostics.iter().all(|each| each.severity != Severity::Error);
    if sound {
        match Prepared::new(library) {
            Ok(prepared) => {
                fate.sound = true;
                play(&mut begun_with(&prepared, "strange"), dice, 2, |game, _, _| {
                    let _ = game.position_text();
                });
            }
            Err(wrong) => fate.loaded.extend(wrong.iter().map(|each| each.code)),
        }
    }
    assert!(begun.elapsed() < LONGEST, "{:?} for\n{}", begun.elapsed(), String::from_utf8_lossy(bytes));
    fate
}

/// A game from the first position, with an event in force if it is one.
fn begun_with(prepared: &Prepared, event: &str) -> Game {
    let mut start = prepared.setup.clone();
    if let Some(event) = prepared.engine.library().event(event) {
        start.events.push(Started { event, by: start.player });
    }
    prepared.game_from(start)
}

/// A shipped file.
struct File {
    path: PathBuf,
    text: String,
    /// The game that it is put on; none: it is one.
    base: Option<&'static str>,
}

fn files() -> Vec<File> {
    let files: Vec<File> = shipped_files()
        .into_iter()
        .map(|path| {
            let bytes = read(&path).expect("readable").bytes;
            let (source, tree, _) = parse_bytes("", &bytes, SourceId(0));
            let event = tree.sentences.iter().any(|each| matches!(each.item, Item::Event { .. }));
            File { path, text: source.text.to_string(), base: event.then_some("event-chess") }
        })
        .collect();
    assert!(files.len() >= 25, "{} files", files.len());
    files
}

#[test]
fn shipped_files_have_nothing_wrong_with_them() {
    let mut wrong = Vec::new();
    for file in files() {
        let shown = within(&file.path);
        let text = read(&file.path).expect("readable");
        let in_deck = shown.starts_with("rules/events/");
        let loaded = match file.base {
            Some(base) if in_deck => load(&Shipped::default(), base, &[text.name]),
            Some(base) => {
                let shelf = Shipped { extra: Some(text.clone()) };
                load(&shelf, base, &[text.name])
            }
            None => load(&Shipped { extra: Some(text.clone()) }, &text.name, &[]),
        };
        if !loaded.diagnostics.is_empty() {
            wrong.push(format!("{shown}:\n{}", plain(&loaded.diagnostics, &loaded.sources)));
        } else if let Err(diagnostics) = Prepared::new(loaded.library) {
            wrong.push(format!("{shown}: {diagnostics:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn shipped_files_stand_in_good_form() {
    for file in files() {
        let shown = within(&file.path);
        match format(&Source::new(shown.as_str(), file.text.as_str()), SourceId(0)) {
            Ok(formatted) => {
                let first = formatted.lines().zip(file.text.lines()).find(|(good, given)| good != given);
                assert!(formatted == file.text, "{shown}: `rulemate fmt` changes it, first {first:?}");
            }
            Err(wrong) => panic!("{shown}: {wrong:#?}"),
        }
    }
}

/// Formatting what can be formatted changes nothing the second time, and nothing that the text says.
fn formats_once(text: &str) {
    let Ok(once) = format(&Source::new("strange", text), SourceId(0)) else { return };
    let twice = format(&Source::new("strange", once.as_str()), SourceId(0));
    assert_eq!(twice.as_ref(), Ok(&once), "formatted twice, from\n{text}");
    let words = |text: &str| text.split_whitespace().collect::<String>();
    // A line end may stand for a semicolon within a block, and the reverse; all else stays.
    let plain = |text: &str| words(text).replace(';', "");
    assert_eq!(plain(&once), plain(text));
}

/// Deletes, doubles, swaps and cuts lines and words, and puts in words of other files.
fn mutated(text: &str, others: &[&str], dice: &mut Dice) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    for _ in 0..1 + dice.below(3) {
        let line = dice.below(lines.len());
        let other = dice.below(lines.len());
        let words = lines[line].len();
        let (word, next) = (dice.below(words), dice.below(words));
        match dice.below(10) {
            0 => drop(lines.remove(line)),
            1 => lines.insert(other, lines[line].clone()),
            2 => lines.swap(line, other),
            3 if words > 1 => drop(lines[line].remove(word)),
            4 if words > 0 => {
                let again = lines[line][word].clone();
                lines[line].insert(next, again);
            }
            5 if words > 0 => lines[line].swap(word, next),
            6 if words > 0 => lines[line].truncate(word),
            7 => {
                let text = dice.pick(others).copied().unwrap_or("");
                let all: Vec<&str> = text.lines().collect();
                let taken = dice.pick(&all).copied().unwrap_or("");
                lines.insert(line, taken.split(' ').map(str::to_owned).collect());
            }
            8 if words > 0 => {
                let text = dice.pick(others).copied().unwrap_or("");
                let all: Vec<&str> = text.split_whitespace().collect();
                lines[line][word] = dice.pick(&all).copied().unwrap_or("").to_owned();
            }
            9 if words > 0 => {
                let letters: Vec<char> = lines[line][word].chars().collect();
                let cut = dice.below(letters.len() + 1);
                let tail = ["", "9", "\"", "{", "}", "(", ",", "\u{0}", "é", "-"];
                let mut letters: String = letters[..cut].iter().collect();
                letters.push_str(dice.pick(&tail).copied().unwrap_or(""));
                lines[line][word] = letters;
            }
            _ => {}
        }
        if lines.is_empty() {
            lines.push(vec![String::new()]);
        }
    }
    let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
    lines.join("\n") + "\n"
}

/// Mutates the files of one half.
fn mutate(half: usize) {
    let files = files();
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    let (mut sound, mut broken) = (0, 0);
    for file in files.iter().skip(half).step_by(2) {
        let mut dice = Dice::named(&within(&file.path));
        for _ in 0..amount(12, 400) {
            let text = mutated(&file.text, &texts, &mut dice);
            let fate = front(text.as_bytes(), file.base, &mut dice);
            formats_once(&text);
            *(if fate.sound { &mut sound } else { &mut broken }) += 1;
            assert!(fate.sound || !fate.loaded.is_empty(), "refused without a word:\n{text}");
        }
    }
    assert!(sound > 5 && broken > 5, "{sound} sound, {broken} broken");
}

#[test]
fn mutated_files_are_answered_1() {
    mutate(0);
}

#[test]
fn mutated_files_are_answered_2() {
    mutate(1);
}

/// Words that stand in shipped files, and signs.
fn words() -> Vec<String> {
    let mut words: Vec<String> = files()
        .iter()
        .flat_map(|file| file.text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .chain(
            ["\n", "{", "}", "(", ")", ",", ";", "\"", "//", "0", "99999999999999999999"].map(str::to_owned),
        )
        .collect();
    words.sort();
    words.dedup();
    words
}

/// How many cases proptest tries; it is told where its own seed lies, so that a run is the same as the last.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: u32::try_from(amount(60, 3000)).unwrap_or(60),
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..400), event in any::<bool>()) {
        let fate = front(&bytes, event.then_some("chess"), &mut Dice::new(1));
        prop_assert!(fate.sound || !fate.loaded.is_empty());
    }

    #[test]
    fn any_words_are_answered(
        sentences in vec(vec(select(words()), 0..9), 0..12).prop_map(|lines| {
            lines.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join("\n")
        }),
        event in any::<bool>(),
    ) {
        let heading = if event { "event \"Soup\"\n" } else { "game \"Soup\" extends \"chess\"\n" };
        let text = format!("{heading}{sentences}");
        let fate = front(text.as_bytes(), event.then_some("chess"), &mut Dice::new(1));
        prop_assert!(fate.sound || !fate.loaded.is_empty());
        formats_once(&text);
    }
}

#[test]
fn monsters_are_answered() {
    let mut monsters: Vec<Vec<u8>> = [
        String::new(),
        "\u{feff}event \"Bom\"\r\nrook also moves step diagonal\r\n".to_owned(),
        "event \"Nul\"\0\n".to_owned(),
        format!("event \"Deep\"\nrook moves {}\n", "(".repeat(100_000)),
        format!("event \"Deep\"\nwhen turn {}\n", "{ if own rook ".repeat(50_000)),
        format!("event \"Deep\"\nforbid x if {} own rook\n", "not ".repeat(100_000)),
        format!("event \"Deep\"\nforbid x if {}1 > 2\n", "1 + ".repeat(100_000)),
        format!("event \"Big\"\nrook moves leap {} 1\n", "9".repeat(100_000)),
        format!("event \"Big\"\nnumber {}\n", u64::MAX),
        "game \"Small\"\nboard 0 by 17\n".to_owned(),
        format!("event \"Betza\"\npiece crab \"C\" moves \"{}\"\n", "[".repeat(100_000)),
        format!("event \"Betza\"\npiece crab \"C\" moves \"{}W\"\n", "a".repeat(100_000)),
        format!(
            "event \"Names\"\n{}",
            (0..3000).map(|n| format!("n{n} means n{}\n", n + 1)).collect::<String>()
        ),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    monsters.push(vec![0xff; 1000]);
    monsters.push(b"event \"x\"\n".repeat(20_000));
    monsters.push(vec![b'a'; 10 << 20]);
    monsters.push(b"rook also moves step diagonal\n".repeat((10 << 20) / 30));
    for monster in monsters {
        front(&monster, Some("chess"), &mut Dice::new(1));
        front(&monster, None, &mut Dice::new(1));
    }
}
