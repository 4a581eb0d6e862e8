//! What a side may know of a game: hidden pieces, what they leave behind, and secrets. Imports the shared shelf.
#![allow(clippy::panic)]

use rulemate_grammar::source::SourceId;
use rulemate_interpreter::game::{Game, Prepared, Refused};
use rulemate_interpreter::ids::{SideId, Square};
use rulemate_interpreter::notation::lexicon::square;
use rulemate_interpreter::position::Place;
use rulemate_interpreter::shelf::{RuleText, load};
use rulemate_tests::dice::Dice;
use rulemate_tests::shelf::Shipped;
use rulemate_tests::{amount, prepared};

const WHITE: SideId = SideId(0);
const BLACK: SideId = SideId(1);

/// Knights go unseen, and leave a print on the square that they come from.
const MIST: &str = "event \"Mist\"
fact print on squares for 1 enemy turn
fact prey on sides is piece
piece cannot see enemy knight
when knight moves, origin becomes print
when knight moves, enemy prey becomes it
watched means empty met by slide orthogonal from own rook
";

/// A king digs a den in secret.
const DENS: &str = "event \"Dens\"
secret fact den on sides is square
king also acts by digging { choose s from empty near it { own den becomes s } }
after piece arrives on enemy den, reveal enemy den
";

/// A game of chess under an event of this text, from a position.
fn under(name: &str, text: &str, fields: &str) -> Game {
    let bytes = text.as_bytes().to_vec();
    let extra = RuleText { name: name.to_string(), shown: format!("{name}.rules"), bytes };
    let loaded = load(&Shipped { extra: Some(extra) }, "chess", &[name.to_string()]);
    assert!(loaded.is_sound(), "{:#?}", loaded.diagnostics);
    let text = format!("{fields} | events {name}:w");
    at(&Prepared::new(loaded.library).unwrap_or_else(|wrong| panic!("{wrong:#?}")), &text)
}

fn at(prepared: &Prepared, text: &str) -> Game {
    prepared.game_at(SourceId(0), text).unwrap_or_else(|wrong| panic!("{text}: {wrong:#?}"))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
    }
}

/// What both sides know, and what there is.
fn texts(game: &Game) -> [String; 3] {
    [game.view(WHITE).text(), game.view(BLACK).text(), game.open_view().text()]
}

fn reasons(game: &Game, text: &str) -> Vec<String> {
    match game.view(game.position().player).find(text) {
        Err(Refused::Illegal { reasons, .. }) => reasons.into_iter().map(|reason| reason.text).collect(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn without_secrets_everybody_sees_all() {
    let mut game = prepared("chess").game();
    play(&mut game, "e4 c5 Nf3");
    let text = game.position_text();
    assert_eq!(texts(&game), [text.clone(), text.clone(), text]);
    assert_eq!((game.view(WHITE).told(2), game.view(BLACK).told(2)), ("Nf3".into(), "Nf3".into()));
    assert!(game.view(WHITE).turns().is_empty() && game.view(WHITE).sans().is_empty());
    assert_eq!(game.view(BLACK).sans(), game.sans());
}

#[test]
fn a_spy_is_not_shown_to_the_enemy() {
    let game = prepared("pawns-chess").game();
    let [white, black, open] = texts(&game);
    let ranks = |white: &str, black: &str| {
        format!(
            "rnbqkbnr/(ph)(pb){black}(pe)(pm)(pr)(pg)(pa)/8/8/8/8/(Ph)(Pb){white}(Pe)(Pm)(Pr)(Pg)(Pa)/RNBQKBNR w KQkq - 0 1"
        )
    };
    assert_eq!(white, ranks("(Ps)", "1"));
    assert_eq!(black, ranks("1", "(ps)"));
    assert_eq!(open, game.position_text());
    assert_eq!(open, ranks("(Ps)", "(ps)"));
    // Its turns cannot be seen either.
    let mut game = game;
    play(&mut game, "c2e4");
    assert_eq!(
        (game.view(WHITE).told(0), game.view(BLACK).told(0)),
        (game.plies()[0].san.clone(), "?".into())
    );
    assert!(game.view(BLACK).text().contains("/8/8/8/8/(Ph)(Pb)1(Pe)"), "{}", game.view(BLACK).text());
    assert_eq!(reasons(&game, "e4e5"), ["nothing stands on e4"]);
}

#[test]
fn a_spy_is_discovered_when_it_takes_threatens_or_is_healed() {
    let prepared = prepared("pawns-chess");
    // It takes straight ahead, and is a pawn then.
    let mut game = at(&prepared, "4k3/8/8/3n4/3(Ps)4/8/8/4K3 w - - 0 1");
    assert_eq!(game.view(BLACK).text(), "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1");
    play(&mut game, "d4d5");
    let [white, black, _] = texts(&game);
    assert_eq!((white.as_str(), black.as_str()), ("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", white.as_str()));
    assert_eq!(game.view(BLACK).told(0), game.plies()[0].san);
    // It threatens the king.
    let mut game = at(&prepared, "4k3/8/3(Ps)4/8/8/8/8/4K3 w - - 0 1");
    play(&mut game, "d6e7");
    assert_eq!(game.view(BLACK).text(), "4k3/4(Ps)3/8/8/8/8/8/4K3 b - - 0 1 | piece e7 (exposed)");
    assert!(game.view(BLACK).is_check());
    // Its own Berserker takes it next to the Healer, which puts it back as a pawn.
    let mut game = at(&prepared, "7k/8/8/4(Ps)3/3(Pb)1(Pe)2/8/8/K7 w - - 0 1");
    assert_eq!(game.view(BLACK).text(), "7k/8/8/8/3(Pb)1(Pe)2/8/8/K7 w - - 0 1");
    play(&mut game, "d4e5 Kg8");
    let coordinates = game.coordinates();
    let beds: Vec<&String> = coordinates.iter().filter(|text| text.contains("@healing")).collect();
    // Around f4, and not the Berserker's e5.
    assert_eq!(beds.len(), 7, "{beds:?}");
    play(&mut game, beds[0]);
    let [white, black, open] = texts(&game);
    assert_eq!((&white, &black), (&open, &open));
    assert!(!open.contains("Ps"), "{open}");
}

#[test]
fn a_displaced_spy_stays_hidden() {
    let mut game = at(&prepared("pawns-chess"), "4k3/8/8/3(ps)4/8/8/8/3RK3 w - - 0 1");
    play(&mut game, "Rd5");
    let fields = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1";
    let [white, black, _] = texts(&game);
    assert_eq!(white, format!("{fields} | turn d1d5 stands and b decides"));
    assert_eq!(black, "4k3/8/8/3(ps)4/8/8/8/3RK3 w - - 0 1 | turn d1d5 stands and b decides");
    assert!(game.view(WHITE).turns().is_empty());
    assert_eq!(game.view(BLACK).turns().len(), 8);
    let held = |side| game.view(side).so_far().pieces.len();
    assert_eq!((held(WHITE), held(BLACK)), (3, 4));
    play(&mut game, "c4");
    assert_eq!((game.view(WHITE).told(1), game.view(BLACK).told(1)), ("?".into(), "Ps@c4".into()));
    let [white, black, _] = texts(&game);
    assert_eq!(white, "4k3/8/8/3R4/8/8/8/4K3 b - - 1 1");
    assert_eq!(black, "4k3/8/8/3R4/2(ps)5/8/8/4K3 b - - 1 1");
}

#[test]
fn what_a_hidden_piece_leaves_behind_is_hidden_with_it() {
    let mut game = under("mist", MIST, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    play(&mut game, "Nf3");
    let [white, black, _] = texts(&game);
    assert_eq!(
        white,
        "r1bqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 | events mist:w; square g1 (print by f3); side b (prey=f3)"
    );
    assert_eq!(black, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R b KQkq - 1 1 | events mist:w");
    assert_eq!(game.view(BLACK).declared(0), [None]);
    assert_eq!((game.view(WHITE).told(0), game.view(BLACK).told(0)), ("Nf3".into(), "?".into()));
}

#[test]
fn what_is_hidden_is_not_betrayed_by_signs_lines_or_refusals() {
    // The unseen knight on e8 could take on g7: to White's eyes it is mate.
    let game = under("mist", MIST, "4n2k/8/5P2/8/6Q1/8/8/4K3 w - - 0 1");
    let has = |sans: &[String], san: &str| sans.iter().any(|each| each == san);
    assert!(has(&game.view(WHITE).sans(), "Qg7#") && has(&game.open_view().sans(), "Qg7+"));
    assert_eq!(reasons(&game, "e8d6"), ["nothing stands on e8"]);
    // A rook's lines do not end where only its own side sees something.
    let game = under("mist", MIST, "r3k3/n7/8/8/8/8/8/4K3 w - - 0 1");
    let lines = |areas: Vec<rulemate_interpreter::engine::Area>| {
        areas.iter().map(|area| area.squares.iter().count()).sum()
    };
    let (open, white): (usize, usize) = (lines(game.open_view().areas()), lines(game.view(WHITE).areas()));
    assert_eq!((open, white), (3, 10));
    // Nobody is told by what his king is threatened, nor that it is.
    let mut game = under("mist", MIST, "r3k3/8/8/8/4N3/8/8/4K3 w - - 0 1");
    play(&mut game, "Nf6");
    assert!(game.is_check() && game.open_view().is_check() && !game.view(BLACK).is_check());
    assert_eq!(reasons(&game, "Ra7"), ["for a reason that is not yet public"]);
    let open = match game.open_view().find("Ra7") {
        Err(Refused::Illegal { reasons, .. }) => reasons[0].text.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(open, "leaves the king on e8 open to the knight on f6");
    // Where something else refuses it, not even that is said.
    let mut game = under("mist", MIST, "r3k3/8/8/8/1Q2N3/8/8/4K3 w - - 0 1");
    play(&mut game, "Nf6");
    assert_eq!(reasons(&game, "Kf8"), ["leaves the king on f8 open to the queen on b4"]);
    assert_eq!(square("f8").map(|f8| game.explain(f8, f8).legal.len()), Some(0));
}

#[test]
fn a_secret_is_shown_to_its_side_until_it_is_revealed() {
    let mut game = under("dens", DENS, "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    play(&mut game, "e1@digging,d2");
    let [white, black, open] = texts(&game);
    let fields = "r3k3/8/8/8/8/8/8/R3K3 b - - 1 1 | events dens:w";
    assert_eq!((&white, white.as_str()), (&open, format!("{fields}; side w (den=d2)").as_str()));
    assert_eq!(black, fields);
    assert_eq!((game.view(WHITE).told(0), game.view(BLACK).told(0)), ("Ke1@digging, @d2".into(), "?".into()));
    assert!(matches!(game.view(BLACK).declared(0)[..], [Some(_), None]));
    play(&mut game, "Rd8 Ra2 Rd2");
    let [white, black, open] = texts(&game);
    assert_eq!((&white, &black), (&open, &open));
    assert_eq!(open, "4k3/8/8/8/8/8/R2r4/4K3 w - - 4 3 | events dens:w; side w (den=d2 revealed)");
}

#[test]
fn a_secret_that_splits_a_turn_is_not_shown_to_who_decides_next() {
    let text = "event \"Traps\"\nnumber 999\nsecret fact trap on sides is square\nwhen event starts, for each side, side chooses s from empty { own trap becomes s }\n";
    let extra =
        RuleText { name: "traps".into(), shown: "traps.rules".into(), bytes: text.as_bytes().to_vec() };
    let loaded = load(&Shipped { extra: Some(extra) }, "event-chess", &["traps".to_string()]);
    assert!(loaded.is_sound(), "{:#?}", loaded.diagnostics);
    let mut game = Prepared::new(loaded.library).unwrap_or_else(|wrong| panic!("{wrong:#?}")).game();
    game.play_text("start 999").unwrap_or_else(|refused| panic!("{refused:?}"));
    play(&mut game, "c3");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let [white, black, open] = texts(&game);
    assert_eq!(
        (&white, white.as_str()),
        (&open, format!("{start} | turn @opening,999,c3 and b decides").as_str())
    );
    assert_eq!(black, format!("{start} | turn @opening,999,? and b decides"));
    let told = |game: &Game, ply| (game.view(WHITE).told(ply), game.view(BLACK).told(ply));
    assert_eq!(told(&game, 2), ("@c3".into(), "?".into()));
    play(&mut game, "e6");
    assert_eq!(told(&game, 3), ("?".into(), "@e6".into()));
    let [white, black, _] = texts(&game);
    assert_eq!(white, format!("{start} | turn @opening,999,c3,? and w decides"));
    assert_eq!(black, format!("{start} | turn @opening,999,?,e6 and w decides"));
    play(&mut game, "e4");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | events traps:w; side w (opened";
    let [white, black, _] = texts(&game);
    assert_eq!(white, format!("{after}, trap=c3)"));
    assert_eq!(black, format!("{after}); side b (trap=e6)"));
}

/// Where a piece stands that one side cannot see makes no difference to what it is shown.
#[test]
fn a_view_does_not_depend_on_where_hidden_pieces_stand() {
    let prepared = prepared("pawns-chess");
    let mut dice = Dice::new(9);
    let mut compared = 0;
    for _ in 0..amount(1, 12) {
        let mut game = prepared.game();
        for _ in 0..amount(16, 60) {
            let turns = game.turns().to_vec();
            let Some(turn) = dice.pick(&turns).filter(|_| game.outcome().is_none()) else { break };
            if let Err(refused) = game.play(turn) {
                panic!("{refused:?}");
            }
            let side = game.position().player;
            let hidden = game.rules().engine.hidden(game.position(), side);
            let empty: Vec<Square> =
                game.rules().lexicon.size.squares().filter(|at| game.position().at(*at).is_none()).collect();
            let (Some(spy), Some(to)) = (hidden.first(), dice.pick(&empty)) else { continue };
            if game.position().pending.is_some() {
                continue;
            }
            let mut position = game.position().clone();
            position.put(*spy, Place::Square(*to));
            let other = prepared.game_from(position);
            if !other.rules().engine.hidden(other.position(), side).contains(spy) {
                continue;
            }
            compared += 1;
            let (one, two) = (game.view(side), other.view(side));
            assert_eq!(one.text(), two.text(), "{}", game.position_text());
            assert_eq!(
                (one.areas(), one.is_check()),
                (two.areas(), two.is_check()),
                "{}",
                game.position_text()
            );
        }
    }
    assert!(compared > 5, "{compared}");
}
