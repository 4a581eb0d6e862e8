//! What conditions become: the forms that evaluators read, without places and types.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Files, games};

/// What the conditions speak of.
const DECLARED: &str = r#"
fact tired on pieces
fact runs on sides = 3
fact facing on pieces is direction = forward
fact wet on squares
fact dusk on game
field means empty met by slide orthogonal from own rook
lacking means kind k with number of own k < 1
spy2 means rook except rook on e4
"#;

/// Conditions and their forms. Kinds are 0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn.
const FORMS: &[(&str, &str)] = &[
    (r##"some tired own piece"##, r##"Any(Both([Bearing(FactId(4)), OwnedBy(AllPieces, Kin(Own))]))"##),
    (r##"some enemy field"##, r##"Any(SeenBy(Enemy, Meaning(MeaningId(11), None)))"##),
    (r##"some own lacking"##, r##"Any(SeenBy(Own, Meaning(MeaningId(12), None)))"##),
    (
        r##"own runs = enemy runs"##,
        r##"Compared(Equal, FactOf(FactId(5), Kin(Own)), FactOf(FactId(5), Kin(Enemy)))"##,
    ),
    (
        r##"some taken tired own piece near e4"##,
        r##"Any(Those(Taken(Both([Bearing(FactId(4)), OwnedBy(AllPieces, Kin(Own))])), VarId(0), Is(SquaresOf(Var(VarId(0))), Near(Squares({"e4"})))))"##,
    ),
    (
        r##"some piece on own rook"##,
        r##"Any(Both([AllPieces, CarriedBy(OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own)))]))"##,
    ),
    (
        r##"number of setup own pawn > number of own pawn"##,
        r##"Compared(More, Count(Setup(OwnedBy(OfKind(Kinds([KindId(5)])), Kin(Own)))), Count(OwnedBy(OfKind(Kinds([KindId(5)])), Kin(Own))))"##,
    ),
    (
        r##"heading is forward left"##,
        r##"Is(Heading, Parts([(Directions([Vector { right: 0, up: 1 }]), true), (Directions([Vector { right: -1, up: 0 }]), true)]))"##,
    ),
    (
        r##"heading is forward diagonal"##,
        r##"Is(Heading, Parts([(Directions([Vector { right: 0, up: 1 }]), true), (Meaning(MeaningId(4), None), false)]))"##,
    ),
    (r##"heading is forward"##, r##"Is(Heading, Directions([Vector { right: 0, up: 1 }]))"##),
    (
        r##"each own rook is on rank 1 or file a"##,
        r##"Every(Each, OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own)), VarId(0), Is(SquaresOf(Var(VarId(0))), Either([Ranks(0, 0), Squares({"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"})])))"##,
    ),
    (
        r##"no own piece is near target"##,
        r##"Every(No, OwnedBy(AllPieces, Kin(Own)), VarId(0), Is(SquaresOf(Var(VarId(0))), Near(Target)))"##,
    ),
    (
        r##"some own rook takes enemy pawn by double"##,
        r##"Did(OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own)), Takes, Some(OwnedBy(OfKind(Kinds([KindId(5)])), Kin(Enemy))), Some(LabelId(2)))"##,
    ),
    (
        r##"each own rook moves"##,
        r##"Every(Each, OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own)), VarId(0), Did(Var(VarId(0)), Moves, None, None))"##,
    ),
    (
        r##"each side has 2 bishops"##,
        r##"Every(Each, AllSides, VarId(0), Has(Var(VarId(0)), 2, OfKind(Kinds([KindId(3)]))))"##,
    ),
    (r##"own side has no queen"##, r##"Not(Has(Kin(Own), 1, OfKind(Kinds([KindId(1)]))))"##),
    (r##"each file has 2 empty"##, r##"EveryLine(Each, Files, VarId(0), Has(Var(VarId(0)), 2, Empty))"##),
    (r##"enemy side cannot move"##, r##"Not(CanMove(Kin(Enemy)))"##),
    (
        r##"enemy side can (some own piece is taken)"##,
        r##"CanReach(Kin(Enemy), Did(OwnedBy(AllPieces, Kin(Own)), IsTaken, None, None))"##,
    ),
    (
        r##"some own pawn that moves and is on rank 8"##,
        r##"Any(Those(OwnedBy(OfKind(Kinds([KindId(5)])), Kin(Own)), VarId(0), And([Did(Var(VarId(0)), Moves, None, None), Is(SquaresOf(Var(VarId(0))), Ranks(7, 7))])))"##,
    ),
    (
        r##"some own king k with rank of k > 2"##,
        r##"Any(Those(OwnedBy(OfKind(Kinds([KindId(0)])), Kin(Own)), VarId(0), Compared(More, RankOf(SquaresOf(Var(VarId(0)))), Number(2))))"##,
    ),
    (
        r##"some own rook before turn is on e4"##,
        r##"Every(Some, Earlier(OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own))), VarId(0), Is(SquaresOf(Var(VarId(0))), Squares({"e4"})))"##,
    ),
    (r##"dusk and game is dusk"##, r##"And([GameFact(FactId(8)), GameFact(FactId(8))])"##),
    (r##"side of target is own"##, r##"Is(OwnersOf(Target), Kin(Own))"##),
    (r##"target is knight"##, r##"Is(Target, OfKind(Kinds([KindId(4)])))"##),
    (r##"target is wet"##, r##"Is(Target, Bearing(FactId(7)))"##),
    (r##"some own hand"##, r##"Any(Hand(Kin(Own)))"##),
    (r##"some fresh own rook"##, r##"Any(Both([Fresh, OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own))]))"##),
    (r##"some white rook"##, r##"Any(OwnedBy(OfKind(Kinds([KindId(2)])), Side(SideId(0))))"##),
    (
        r##"some own spy2 or own rook"##,
        r##"Any(Either([OwnedBy(Meaning(MeaningId(13), None), Kin(Own)), OwnedBy(OfKind(Kinds([KindId(2)])), Kin(Own))]))"##,
    ),
    (
        r##"some enemy piece can see target"##,
        r##"Every(Some, OwnedBy(AllPieces, Kin(Enemy)), VarId(0), Right(See, Var(VarId(0)), Some(Target)))"##,
    ),
];

/// A resolved sentence without places and types.
fn compact(debug: &str) -> String {
    let mut text = debug.to_owned();
    while let Some(at) = text.find(", place: Place {") {
        let end = at + text[at..].find(" }").unwrap() + 2;
        text.replace_range(at..end, "");
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Expr { of: ") {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        let node = after.find("node: ").unwrap() + 6;
        // Find the brace that closes this expression.
        let mut depth = 0;
        let mut close = after.len();
        for (index, letter) in after.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        close = index;
                        break;
                    }
                }
                _ => {}
            }
        }
        out.push_str(&compact(&after[node..close]));
        out.truncate(out.trim_end().len());
        rest = &after[close + 1..];
    }
    out.push_str(rest);
    out
}

#[test]
fn conditions_have_their_forms() {
    let chain = games("event-chess");
    let games: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let laws: String = FORMS.iter().map(|(condition, _)| format!("forbid if {condition}\n")).collect();
    let files = Files::new(&games, &[("forms", &format!("event \"Forms\"{DECLARED}{laws}"))]);
    assert!(files.told.is_empty(), "{:#?}", files.rendered(&files.told));
    let (library, told) = files.resolve();
    // Words that nothing uses, facts that nothing sets, what never is so: what is asked here stands alone.
    let expected = ["R0612", "R0614", "R0615", "R0621"];
    assert!(told.iter().all(|told| expected.contains(&told.code)), "{:#?}", files.rendered(&told));
    let file = library.files.last().unwrap();
    assert_eq!(file.laws.len(), FORMS.len());
    let wrong: Vec<String> = file
        .laws
        .iter()
        .zip(FORMS)
        .map(|(law, (condition, form))| (compact(&format!("{:?}", law.condition)), condition, form))
        .filter(|(found, _, form)| found != *form)
        .map(|(found, condition, form)| format!("{condition}\n    wanted {form}\n    found  {found}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
