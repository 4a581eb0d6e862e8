//! Each mistake: its code, and the very text that is underlined.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use rulemate_grammar::codes as c;
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId};

fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("text", text);
    let (_, diagnostics) = parse(&source, SourceId(0));
    diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, source.slice(diagnostic.labels[0].place.span).to_owned()))
        .collect()
}

#[track_caller]
fn hold(table: &[(&str, &str, &str)]) {
    let mut wrong = String::new();
    for (text, code, underlined) in table {
        let found = found(text);
        if found != [(*code, (*underlined).to_owned())] {
            wrong += &format!("{text}\n    wanted {code} `{underlined}`, found {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn characters_and_brackets() {
    hold(&[
        ("rook moves (step any", c::UNCLOSED_BRACKET, "("),
        ("rook moves step any)", c::STRAY_BRACKET, ")"),
        ("rook moves step any }", c::STRAY_BRACKET, "}"),
        ("when rook moves { take it", c::UNCLOSED_BRACKET, "{"),
        ("when rook moves { take (it }", c::UNCLOSED_BRACKET, "("),
        ("rook moves \"R", c::UNCLOSED_TEXT, "\""),
        ("board 8x8", c::NUMBER_WITH_TAIL, "8x8"),
        ("rook cannot stop on 3rd rank", c::NUMBER_WITH_TAIL, "3rd"),
        ("x means rank of it >= 1.5", c::NUMBER_WITH_TAIL, "1.5"),
        ("x means a1 == b1", c::FOREIGN_SIGN, "=="),
        ("x means own && enemy", c::FOREIGN_SIGN, "&&"),
        ("x means own || enemy", c::FOREIGN_SIGN, "||"),
        ("when turn ends { clock += 1 }", c::FOREIGN_SIGN, "+="),
        ("event “Portals”", c::FOREIGN_QUOTES, "“Portals”"),
        ("event 'Portals'", c::FOREIGN_QUOTES, "'Portals'"),
        ("rook can't move", c::APOSTROPHE, "can't"),
        ("the king's rook moves step any", c::APOSTROPHE, "king's"),
        ("rook moves step any;", c::SEMICOLON, ";"),
        ("when rook moves { take it;; take pawn }", c::SEMICOLON, ";"),
        ("# comment", c::FOREIGN_COMMENT, "#"),
        ("/* long\n comment */ game \"G\"", c::FOREIGN_COMMENT, "/*"),
        ("-- comment", c::FOREIGN_COMMENT, "--"),
        ("rook moves step nörd", c::STRANGE_LETTER, "nörd"),
        ("rook moves step any.", c::UNKNOWN_SIGN, "."),
        ("when rook moves { }", c::EMPTY_BLOCK, "{ }"),
    ]);
}

#[test]
fn beginnings() {
    hold(&[
        ("game \"X\" from \"chess\"", c::OLD_FROM, "from"),
        ("event from \"events\"", c::OLD_FROM, "event from"),
        ("event \"x\" extends \"y\"", c::TOO_MUCH, "extends \"y\""),
        ("game Chess", c::MISSING_QUOTES, "Chess"),
        ("game \"X\" extends chess", c::MISSING_QUOTES, "chess"),
        ("event King on horse", c::MISSING_QUOTES, "King on horse"),
        ("type rook carrier", c::MISSING_QUOTES, "rook carrier"),
        ("not with royal queen", c::MISSING_QUOTES, "royal queen"),
        ("deck events", c::MISSING_QUOTES, "events"),
        ("setup rnbqkbnr/8/8 w - -", c::MISSING_QUOTES, "rnbqkbnr/8/8 w - -"),
        ("piece king K moves step any", c::MISSING_QUOTES, "K"),
        ("piece \"K\" king", c::WORD_ORDER, "\"K\" king"),
        ("number \"36\"", c::UNEXPECTED, "\"36\""),
        ("board 8 8", c::UNEXPECTED, "8 8"),
        ("board 0 by 8", c::IMPOSSIBLE_NUMBER, "0"),
        ("board 8 by 17", c::IMPOSSIBLE_NUMBER, "17"),
        ("sides white, black", c::UNEXPECTED, "white, black"),
        ("sides white and white", c::SAID_TWICE, "white"),
        ("setting claims yes", c::BAD_FACT, "claims yes"),
        ("setting claims = maybe", c::BAD_FACT, "maybe"),
        ("game \"\"", c::EMPTY_TEXT, "\"\""),
        ("evnt \"x\"", c::MISSPELT, "evnt"),
        ("peice king \"K\" moves step any", c::MISSPELT, "peice"),
        ("numbr 36", c::MISSPELT, "numbr"),
        ("forbidd if some king is threatened", c::MISSPELT, "forbidd"),
        ("let minor = bishop or knight", c::FOREIGN_KEYWORD, "let"),
        ("def minor = bishop or knight", c::FOREIGN_KEYWORD, "def"),
        ("rule foo", c::FOREIGN_KEYWORD, "rule"),
        ("function foo(x)", c::FOREIGN_KEYWORD, "function"),
        ("on rook moves { take it }", c::FOREIGN_KEYWORD, "on"),
        ("if rook moves, take it", c::NOT_A_BEGINNING, "if"),
        ("and rook moves step any", c::NOT_A_BEGINNING, "and"),
        ("\"rook\" moves step any", c::NOT_A_BEGINNING, "\"rook\""),
        ("(game \"Chess\" (players 2))", c::NOT_A_BEGINNING, "("),
        ("else { take it }", c::ELSE_ALONE, "else"),
        ("also rook moves step any", c::WORD_ORDER, "also"),
        ("take it", c::WRONG_PLACE, "take it"),
        ("it becomes tired", c::WRONG_PLACE, "it becomes tired"),
        ("when rook moves { rook also moves step any }", c::WRONG_PLACE, "rook also moves step any"),
        ("rook", c::NO_SENTENCE, "rook"),
    ]);
}

#[test]
fn facts() {
    hold(&[
        ("fact tired on pieces 1 turn", c::BAD_FACT, "1 turn"),
        ("fact tired on pieces for 1 turn", c::BAD_FACT, "for 1 turn"),
        ("fact tired on pieces for 2 white turns", c::BAD_FACT, "white"),
        ("fact tired on pieces for ever", c::BAD_FACT, "for ever"),
        ("fact tired on pieces until turn ends", c::BAD_FACT, "until turn ends"),
        ("fact tired on pieces for 0 own turns", c::IMPOSSIBLE_NUMBER, "0"),
        ("fact tired pieces", c::BAD_FACT, "pieces"),
        ("fact tired on piecs", c::BAD_FACT, "piecs"),
        ("fact goal on sides is sqare", c::BAD_FACT, "sqare"),
        ("fact it on pieces", c::RESERVED_NAME, "it"),
        ("fact take on pieces", c::RESERVED_NAME, "take"),
        ("fact a on pieces", c::RESERVED_NAME, "a"),
    ]);
}

#[test]
fn verbs() {
    hold(&[
        ("rook move slide orthogonal", c::VERB_WITHOUT_S, "move"),
        ("rooks move slide orthogonal", c::VERB_WITHOUT_S, "move"),
        ("rook take step any", c::VERB_WITHOUT_S, "take"),
        ("pawn promote on rank 8 to queen", c::VERB_WITHOUT_S, "promote"),
        ("rook bounce", c::VERB_WITHOUT_S, "bounce"),
        ("side win by race if some king is on d4", c::VERB_WITHOUT_S, "win"),
        ("when event start { take it }", c::VERB_WITHOUT_S, "start"),
        ("needs each side have 2 bishops", c::VERB_WITHOUT_S, "have"),
        ("rook cannot takes pawn", c::VERB_ENDING, "takes"),
        ("rook moves slides orthogonal", c::VERB_ENDING, "slides"),
        ("when rook moves { side may chooses s from empty { take s } }", c::VERB_ENDING, "chooses"),
        ("rook captures step any", c::OTHER_WORD, "captures"),
        ("rook attacks step any", c::OTHER_WORD, "attacks"),
        ("rook x pawn", c::OTHER_WORD, "x"),
        ("rook cannot capture pawn", c::OTHER_WORD, "capture"),
        ("when rook captures pawn, take it", c::OTHER_WORD, "captures"),
        ("forbid z if rook kills pawn", c::OTHER_WORD, "kills"),
        ("when rook is killed { take it }", c::OTHER_WORD, "killed"),
        ("knight moves jump 1 2", c::OTHER_WORD, "jump"),
        ("knight jumps 1 2", c::OTHER_WORD, "jumps"),
        ("rook slides orthogonal", c::OTHER_WORD, "slides"),
        ("rook can not take pawn", c::OTHER_WORD, "can not"),
        ("rook does not take pawn", c::OTHER_WORD, "does not"),
        ("forbid if it does not take pawn", c::OTHER_WORD, "does not"),
        ("rook cannot stop on near king", c::UNEXPECTED, "near"),
        ("rook cannot move toward file a", c::UNEXPECTED, "toward"),
        ("file a is on not board", c::WORD_ORDER, "on not"),
        ("needs each side has at least 2 bishops", c::OTHER_WORD, "at least"),
        ("when turn begins { take it }", c::OTHER_WORD, "when turn begins"),
        ("rook moves also step any", c::WORD_ORDER, "moves also"),
        ("rook also also moves step any", c::SAID_TWICE, "also"),
        ("rook also now moves step any", c::SAID_TWICE, "now"),
        ("pawn promotes to king", c::MISSING_ZONE, "promotes to"),
        ("rook cannot fly", c::UNKNOWN_VERB, "fly"),
        ("when rook moves { it may fly once }", c::UNKNOWN_VERB, "fly"),
        ("rook moves step any without jumping", c::UNKNOWN_VERB, "jumping"),
        ("rook can take pawn if it can", c::CONDITION_TWICE, "if it can"),
        ("rook takes step any without taking", c::CONDITION_TWICE, "taking"),
        ("when rook moves { it may move king once }", c::CONDITION_TWICE, "king"),
        ("rook acts by x to e4 { take it }", c::CONDITION_TWICE, "e4"),
        ("king castles 2 squares with rook from rank 1", c::CONDITION_TWICE, "rank 1"),
        ("pawn promotes on rank 8 to queen { take it }", c::CONDITION_TWICE, "{ take it }"),
        ("rook cannot stop pawn", c::CONDITION_TWICE, "pawn"),
        ("rook cannot take on rank 8", c::CONDITION_TWICE, "rank 8"),
        ("when rook arrives to rank 8, take it", c::OTHER_WORD, "to"),
        ("forbid z if it is rook by loan", c::CONDITION_TWICE, "loan"),
        ("rook moves sldie any", c::MISSPELT, "sldie"),
        ("rook moevs slide any", c::MISSPELT, "moevs"),
        ("pawn promtes on rank 8 to queen", c::MISSPELT, "promtes"),
    ]);
}

#[test]
fn paths() {
    hold(&[
        ("rook moves R", c::BETZA_WITHOUT_QUOTES, "R"),
        ("rook moves rFbN or step any", c::BETZA_WITHOUT_QUOTES, "rFbN"),
        ("Rook moves step any", c::CAPITALS, "Rook"),
        ("rook moves step Forward", c::CAPITALS, "Forward"),
        ("maxRank means 9", c::CAPITALS, "maxRank"),
        ("fact isTired on pieces", c::CAPITALS, "isTired"),
        ("rook canNot move", c::CAPITALS, "canNot"),
        ("rook moves step any by sideStep", c::CAPITALS, "sideStep"),
        ("piece war-Horse \"W\" moves step any", c::CAPITALS, "war-Horse"),
        ("pawn moves forward", c::UNEXPECTED, "forward"),
        ("queen moves like rook or bishop", c::UNEXPECTED, "bishop"),
        ("rook moves step forward two times", c::NUMBER_WORD, "two"),
        ("when rook moves, it may move twice", c::NUMBER_WORD, "twice"),
        ("rook moves step forward 0 times", c::IMPOSSIBLE_NUMBER, "0"),
        ("rook moves leap 0 0", c::IMPOSSIBLE_NUMBER, "0 0"),
        ("rook moves leap 1 99", c::IMPOSSIBLE_NUMBER, "99"),
        ("rook moves step any from rank 2 from rank 3", c::SAID_TWICE, "from rank 3"),
        ("rook moves step any by one-way by another-way", c::SAID_TWICE, "by another-way"),
        ("rook moves step any without taking without moving", c::CONDITION_TWICE, "without moving"),
        ("a means own rook", c::RESERVED_NAME, "a"),
        ("m1 means own rook", c::RESERVED_NAME, "m1"),
        ("m1 also means own rook", c::RESERVED_NAME, "m1"),
        ("a0-0 means own rook", c::RESERVED_NAME, "a0-0"),
        ("fact e4 on pieces", c::RESERVED_NAME, "e4"),
        ("rook cannot stop on e17", c::OFF_THE_BOARD, "e17"),
        ("rook cannot stop on rank 17", c::OFF_THE_BOARD, "17"),
        ("rook cannot stop on rank 8 to 1", c::IMPOSSIBLE_NUMBER, "rank 8 to 1"),
        ("rook cannot stop on file c to a", c::IMPOSSIBLE_NUMBER, "file c to a"),
        ("king castles with rook", c::UNEXPECTED, "with"),
        ("rook moves step any onto", c::UNFINISHED, "onto"),
        ("rook moves step any { take it } once", c::TOO_MUCH, "once"),
    ]);
}

#[test]
fn conditions_and_effects() {
    hold(&[
        ("when rook moves it becomes tired", c::MISSING_COMMA, "it"),
        ("when rook moves take it", c::MISSING_COMMA, "take"),
        ("when rook moves then it becomes tired", c::MISSING_COMMA, "then"),
        ("when rook moves { if castling take it }", c::MISSING_COMMA, "take"),
        ("when rook moves { if castling then take it }", c::MISSING_COMMA, "then"),
        ("when rook moves, { take it }", c::UNEXPECTED, ","),
        ("when turn ends { clock = 0 }", c::EQUALS_FOR_BECOMES, "="),
        ("minor = king or queen", c::EQUALS_FOR_BECOMES, "="),
        ("forbid some king is threatened", c::MISSING_IF, "some king is threatened"),
        ("forbid danger some king is threatened", c::MISSING_IF, "some king is threatened"),
        ("draw by fifty clock >= 100", c::MISSING_IF, "clock >= 100"),
        ("player wins by goal some king", c::MISSING_IF, "some king"),
        ("pawn moves step forward when rank 2", c::OTHER_WORD, "when"),
        ("when turn ends, if won, take it else { take pawn }", c::ELSE_ALONE, "else"),
        ("when rook moves { undo }", c::TAKE_BACK, "undo"),
        ("when rook moves { take back turn }", c::TAKE_BACK, "take back"),
        ("when rook moves { take back }", c::TAKE_BACK, "back"),
        ("forbid z if piece can take rook", c::COULD_TAKE, "can take"),
        ("forbid z if some hero that can take own king", c::COULD_TAKE, "can take"),
        ("forbid z if piece cannot take rook", c::COULD_TAKE, "cannot take"),
        ("x means piece with rank of it > 3", c::NO_MEMBER_NAME, "with"),
        ("x means own piece with rank of it > 3", c::NO_MEMBER_NAME, "with"),
        (
            "when rook moves { choose d from forward, backward }",
            c::LIST_WITHOUT_BLOCK,
            "from forward, backward",
        ),
        ("when rook moves { forbid danger if it is king }", c::TOO_MUCH, "danger"),
        ("forbid z if castling and own king or some queen is royal", c::AND_OR, "or"),
        ("forbid z if some rook or queen is royal", c::AND_OR, "some rook or queen is royal"),
        ("forbid z if", c::UNFINISHED, "if"),
        ("pawn promotes on rank 8", c::UNFINISHED, "8"),
    ]);
}

#[test]
fn one_mistake_does_not_hide_the_next_sentence() {
    let text = "rook moves (step any\nbishop also moves step any\n\
                when knight moves {\n    it becomes tired\n    x = 3\n\
                fact tired on pieces\nking moves sldie any\n";
    let wanted = [(c::UNCLOSED_BRACKET, "("), (c::UNCLOSED_BRACKET, "{"), (c::MISSPELT, "sldie")];
    assert_eq!(found(text), wanted.map(|(code, text)| (code, text.to_owned())));
    let (file, _) = parse(&Source::new("text", text), SourceId(0));
    assert_eq!(file.sentences.len(), 2);
}

#[test]
fn each_effect_is_read_alone() {
    let text = "when rook moves {\n    it becmes tired\n    put it onto e4\n    it becomes weary now\n}\n";
    let wanted = [(c::MISSPELT, "becmes"), (c::TOO_MUCH, "now")];
    assert_eq!(found(text), wanted.map(|(code, text)| (code, text.to_owned())));
}

#[test]
fn plain_english_gets_the_words_to_write() {
    let table = [
        ("rook can move step diagonal", c::OTHER_WORD, "can move", "`rook also moves step ...`"),
        ("rook can move like bishop", c::OTHER_WORD, "can move", "`rook also moves like ...`"),
        ("rook may move step diagonal", c::OTHER_WORD, "may move", "`rook also moves step ...`"),
        ("rook cannot move step diagonal", c::OTHER_WORD, "cannot move", "`rook cannot move diagonal`"),
        ("knight may pass own pawn", c::OTHER_WORD, "may", "`can pass`"),
        ("fact runs on sides 3", c::BAD_FACT, "3", "`= 3`"),
        (
            "when bishop takes piece, it becomes queen if it is on rank 8",
            c::WORD_ORDER,
            "if it is on rank 8",
            "`when bishop takes piece if it is on rank 8, ...`",
        ),
        ("king acts by exchange once { take it }", c::TOO_MUCH, "once", "fact"),
        ("rook and knight also moves step any", c::OTHER_WORD, "and", "`rook or knight`"),
        ("pawn cannot capture on e4", c::OTHER_WORD, "capture", "`cannot take piece on e4`"),
        ("rook also moves 2 steps forward", c::WORD_ORDER, "2 steps forward", "`step forward 2 times`"),
        ("rook also moves forward 2 squares", c::WORD_ORDER, "forward 2 squares", "`step forward 2 times`"),
        ("each side has 1 rook", c::NOT_A_BEGINNING, "each", "`needs`"),
        ("fact is_tired on pieces", c::STRANGE_LETTER, "is_tired", "`is-tired`"),
    ];
    for (text, code, underlined, help) in table {
        let source = Source::new("text", text);
        let told = parse(&source, SourceId(0)).1;
        let [told] = told.as_slice() else { panic!("{text}: {told:#?}") };
        assert_eq!((told.code, source.slice(told.labels[0].place.span)), (code, underlined), "{text}");
        let said = told.help.as_deref().unwrap_or("");
        assert!(said.contains(help), "{text}: {said}");
    }
}

#[test]
fn a_heading_with_a_mistake_is_still_one() {
    for text in ["event Portals", "event “Portals”", "game Chess extends chess", "event 'Portals'"] {
        let (file, told) = parse(&Source::new("text", text), SourceId(0));
        assert_eq!(told.len(), 1, "{text}: {told:#?}");
        assert_eq!(file.sentences.len(), 1, "{text}");
    }
}
