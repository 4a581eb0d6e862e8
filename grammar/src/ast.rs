//! The syntax tree of a rule file: what stands in the text, with spans, and nothing about what it means.
//! Imports `source`.

use crate::source::Span;

/// A word that names something, as written (case kept, a plural *s* kept).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in quotes, without them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What stands between the quotes.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value, already known to fit.
    pub value: u32,
    /// Where it stands.
    pub span: Span,
}

/// A rule file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// Its sentences in order; those that could not be read are left out (a diagnostic tells of them).
    pub sentences: Vec<Sentence>,
    /// The names that those left out may have given to something.
    pub lost: Vec<String>,
}

/// One sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The whole of it.
    pub span: Span,
    /// What it says.
    pub item: Item,
    /// The first sentence of the file that says the same, word for word.
    pub again: Option<Span>,
}

/// Whether a sentence declares, adds or replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Neither `also` nor `now`.
    Plain,
    /// `also`
    Also,
    /// `now`
    Now,
}

/// What a sentence says. Each variant shows its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `game "G" extends "g"`
    Game {
        /// The name shown to people.
        name: Text,
        /// The game whose sentences come first.
        extends: Option<Text>,
    },
    /// `event "E"`
    Event {
        /// The name shown to people.
        name: Text,
    },
    /// `number 36`
    Number(Number),
    /// `type "T"`
    Type(Text),
    /// `not with "T"`
    NotWith(Text),
    /// `needs C after event starts`
    Needs {
        /// The condition.
        condition: Expr,
        /// `after event starts`: in the position as it would be.
        after: bool,
    },
    /// `deck "events"`
    Deck(Text),
    /// `board 8 by 8`
    Board {
        /// Number of files.
        files: Number,
        /// Number of ranks.
        ranks: Number,
    },
    /// `sides white and black`
    Sides {
        /// The side that begins and looks up the board.
        first: Name,
        /// The other.
        second: Name,
    },
    /// `setup "FEN" with f and g`
    Setup {
        /// The position's text.
        fen: Text,
        /// The facts that its fourth and fifth field fill.
        with: Vec<Name>,
    },
    /// `setting NAME = yes`
    Setting {
        /// The switch.
        name: Name,
        /// What it is if nobody sets it.
        value: Expr,
    },
    /// `piece K "L" is J MOVES`
    Piece {
        /// The kind.
        name: Name,
        /// Its letter, or letters.
        sign: Text,
        /// The kind that it is, whose moves and promotions it takes over.
        is: Option<Name>,
        /// A move rule that may follow at once.
        rule: Option<MoveRule>,
    },
    /// `secret fact F on pieces is TYPE = V for LIFE`
    Fact {
        /// `secret`
        secret: bool,
        /// The fact.
        name: Name,
        /// `pieces`, `squares`, `sides` or `game`.
        on: Name,
        /// The word for its type; none: yes or no.
        of: Option<Name>,
        /// What it is when nobody has set it.
        default: Option<Expr>,
        /// How long it lasts; none: for good.
        life: Option<Lifetime>,
    },
    /// `N of p means V if C`
    Means {
        /// What is defined.
        name: Name,
        /// Its parameter.
        of: Option<Name>,
        /// Plain, `also`, `now`.
        how: How,
        /// The definition.
        body: Expr,
        /// Where it holds.
        guards: Vec<Guard>,
    },
    /// `K also moves PATH`, `K acts by L { }`, `K castles ...`, `K promotes ...`, `K bounces ...`
    Moves {
        /// The kinds, or `player`.
        subject: Expr,
        /// Plain, `also`, `now`.
        how: How,
        /// The rule.
        rule: MoveRule,
    },
    /// `X cannot take Y by L if C`
    Relation {
        /// Whom it is about.
        subject: Expr,
        /// `can`, `cannot`, `must`.
        modal: Modal,
        /// The verb behind it.
        verb: Name,
        /// To whom, or where.
        object: Option<Object>,
        /// `by L`
        by: Option<Name>,
        /// `if it can`
        if_it_can: bool,
        /// Where it holds.
        guards: Vec<Guard>,
    },
    /// `S is N`, `S is not N`, `S is not on N`
    Sort {
        /// What is, or is not.
        subject: Expr,
        /// `not`
        not: bool,
        /// `on`
        on: bool,
        /// The definition that grows or shrinks.
        name: Name,
        /// Where it holds.
        guards: Vec<Guard>,
    },
    /// `forbid N if C`
    Forbid {
        /// The law's name.
        name: Option<Name>,
        /// What it forbids.
        condition: Expr,
    },
    /// `allow N if C`
    Allow {
        /// The law or end that is suspended.
        name: Name,
        /// While.
        guards: Vec<Guard>,
    },
    /// `draw by N if C`
    Draw {
        /// The end's name.
        by: Option<Name>,
        /// When.
        guards: Vec<Guard>,
    },
    /// `side may draw by N if C`
    Claim {
        /// Who may claim.
        subject: Expr,
        /// The end's name.
        by: Option<Name>,
        /// When.
        guards: Vec<Guard>,
    },
    /// `S wins by N if C`, `S loses by N if C`
    End {
        /// The side.
        subject: Expr,
        /// `wins` rather than `loses`.
        wins: bool,
        /// The end's name.
        by: Option<Name>,
        /// When.
        guards: Vec<Guard>,
    },
    /// `when H if C { }`
    Trigger {
        /// `before`, `when`, `after`.
        time: Time,
        /// What happens.
        happening: Happening,
        /// Under which conditions.
        guards: Vec<Guard>,
        /// What it does.
        body: Vec<Effect>,
    },
}

/// `can`, `cannot` or `must`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modal {
    /// Adds.
    Can,
    /// Takes away.
    Cannot,
    /// Demands.
    Must,
}

/// Behind the verb of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Object {
    /// `cannot take X`, `cannot move diagonal`
    Plain(Expr),
    /// `cannot stop on X`
    On(Expr),
    /// `cannot promote to K`
    To(Expr),
    /// `can pass from A to B`
    FromTo(Expr, Expr),
}

/// `if C` or `unless C`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    /// `unless`
    pub unless: bool,
    /// The condition.
    pub condition: Expr,
    /// The whole clause.
    pub span: Span,
}

/// How long a fact lasts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// `for this turn`
    ThisTurn(Span),
    /// `for n own turns`, `for n enemy turns`
    Turns {
        /// How many.
        number: Number,
        /// `own` or `enemy`.
        whose: Name,
    },
}

/// A rule of movement, without its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRule {
    /// The whole of it.
    pub span: Span,
    /// Which.
    pub verb: MoveVerb,
    /// What it does besides.
    pub block: Option<Vec<Effect>>,
}

/// The verbs of movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveVerb {
    /// `moves PATH`, `takes PATH`
    Travel {
        /// `takes`: captures only.
        takes: bool,
        /// Where it goes.
        path: Path,
        /// Clauses behind it, in order.
        clauses: Vec<Clause>,
    },
    /// `acts by L`
    Acts {
        /// Clauses behind it, in order.
        clauses: Vec<Clause>,
    },
    /// `castles 2 squares with P`, `castles to S with P`
    Castles {
        /// How far, or where to.
        reach: Reach,
        /// The partner.
        with: Expr,
        /// Clauses behind it, in order.
        clauses: Vec<Clause>,
    },
    /// `promotes on S to KINDS`
    Promotes {
        /// The zone.
        on: Expr,
        /// What it may become.
        to: Expr,
        /// Under which conditions.
        guards: Vec<Guard>,
    },
    /// `bounces D`, `wraps D`
    Edge {
        /// `wraps` rather than `bounces`.
        wraps: bool,
        /// At the edges in these directions; none: at all.
        directions: Option<Vec<Direction>>,
        /// Under which conditions.
        guards: Vec<Guard>,
    },
}

/// How far a castling goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// `n squares`
    Squares(Number),
    /// `to S`
    To(Expr),
}

/// A clause behind a path or an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `from S`
    From(Expr),
    /// `to S`
    To(Expr),
    /// `by L`
    By(Name),
    /// `without taking`, `without moving`
    Without(Name),
    /// `for each x in S`
    ForEach(Name, Expr),
    /// `if C`, `unless C`
    Guard(Guard),
}

/// A way over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Path {
    /// `P or Q`
    Either(Vec<Path>),
    /// `P then Q`
    Then(Vec<Path>),
    /// One leg.
    Leg(Leg),
}

/// One leg of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The whole of it.
    pub span: Span,
    /// How it goes.
    pub gait: Gait,
    /// `n times`, `any times`
    pub times: Option<Times>,
    /// `over S`, `onto S`, `taking S`, in order.
    pub hows: Vec<(LegHow, Expr)>,
}

/// What a leg does with what it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegHow {
    /// `over S`: squares of S are passed freely.
    Over,
    /// `onto S`: it ends on a piece of S without taking it.
    Onto,
    /// `taking S`: it ends on a piece of S, takes it and goes on.
    Taking,
}

/// How often a leg is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// `any times`: one or more.
    Any(Span),
    /// `n times`
    Exactly(Number),
}

/// How a leg goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gait {
    /// `step D`
    Step(Vec<Direction>),
    /// `slide D`
    Slide(Vec<Direction>),
    /// `leap m n D`
    Leap(Number, Number, Vec<Direction>),
    /// `like K`
    Like(Expr),
    /// A Betza string.
    Betza(Text),
    /// `( PATH )`
    Group(Box<Path>),
}

/// One of several directions set apart by `or`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// `away from S`
    Away(Expr),
    /// `toward S`
    Toward(Expr),
    /// Direction words side by side, or a value of type direction.
    Words(Expr),
}

/// When a trigger acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// It has not happened yet.
    Before,
    /// Inside the turn.
    When,
    /// The turn stands.
    After,
}

/// What a trigger waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    /// The whole of it.
    pub span: Span,
    /// Which.
    pub kind: HappeningKind,
}

/// What a trigger waits for.
#[allow(clippy::large_enum_variant, reason = "a file has few of them, and most are the large one")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HappeningKind {
    /// `event starts`
    EventStarts,
    /// `turn`
    Turn,
    /// `turn ends`
    TurnEnds,
    /// `X takes Y by L` and the like.
    Does {
        /// Who.
        subject: Expr,
        /// `takes`, `moves`, `acts`, `castles`, `arrives`, `promotes`; behind `is` the word, as `taken`.
        verb: Name,
        /// Whether it stands behind `is`.
        passive: bool,
        /// Whom, or where (`on S`, `to K`).
        object: Option<Object>,
        /// `by L`
        by: Option<Name>,
    },
}

/// One effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The whole of it.
    pub span: Span,
    /// What it does.
    pub kind: EffectKind,
}

/// What an effect does. Each variant shows its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// `for each side { }`, `for each x in S { }`
    ForEach {
        /// The name and the set; none: each side.
        over: Option<(Name, Expr)>,
        /// Under which conditions.
        guards: Vec<Guard>,
        /// What is done for each.
        body: Vec<Effect>,
    },
    /// `if C { } else { }`
    If {
        /// The condition.
        condition: Expr,
        /// If it holds.
        then: Vec<Effect>,
        /// If not.
        otherwise: Vec<Effect>,
    },
    /// `forbid if C`
    Forbid {
        /// What it forbids.
        condition: Expr,
    },
    /// `S may choose x from S { }`
    Choose {
        /// Who; none: the player.
        who: Option<Expr>,
        /// `may`
        may: bool,
        /// The name of what was chosen.
        name: Name,
        /// The options, set apart by commas.
        options: Vec<Expr>,
        /// Under which conditions.
        guards: Vec<Guard>,
        /// What follows the choice.
        body: Vec<Effect>,
    },
    /// `put X onto Y`
    PutOnto(Expr, Expr),
    /// `put X in HAND`
    PutIn(Expr, Expr),
    /// `take X`
    Take(Expr),
    /// `remove X`
    Remove(Expr),
    /// `swap X and Y`
    Swap(Expr, Expr),
    /// `push X toward Y`, `push X away from Y`
    Push {
        /// What is pushed.
        what: Expr,
        /// `away from` rather than `toward`.
        away: bool,
        /// From or to where.
        whence: Expr,
    },
    /// `reveal X`
    Reveal(Expr),
    /// `promote X`
    Promote(Expr),
    /// `draw`
    Draw,
    /// `event ends`
    EventEnds,
    /// `X may move Y by L without V n times if it can if C { }`
    Grant {
        /// Who may.
        subject: Expr,
        /// `must`
        must: bool,
        /// `move`, `take`, `act`.
        verb: Name,
        /// Whom it takes.
        object: Option<Expr>,
        /// `by L`
        by: Option<Name>,
        /// `without taking`
        without: Option<Name>,
        /// `once` (1), `n times`.
        times: Option<Number>,
        /// `if it can`
        if_it_can: bool,
        /// Under which conditions, asked of the move that takes the offer.
        guards: Vec<Guard>,
        /// What that move does besides.
        block: Option<Vec<Effect>>,
    },
    /// `X becomes Y`, `X becomes not F`
    Becomes {
        /// What changes.
        what: Expr,
        /// `not`
        not: bool,
        /// What it becomes.
        to: Expr,
    },
    /// `E starts`
    Starts(Expr),
    /// `S wins`, `S loses`
    Ends {
        /// The side.
        who: Expr,
        /// `wins` rather than `loses`.
        wins: bool,
    },
}

/// A condition or a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// The whole of it.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// A condition or a value. Each variant shows its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `A or B`: of conditions, or of sets.
    Or(Vec<Expr>),
    /// `A and B`: of conditions.
    And(Vec<Expr>),
    /// `not A`
    Not(Box<Expr>),
    /// `each X is Y before turn`: a condition about a value.
    Test {
        /// `each`, `some`, `no`.
        quantifier: Option<Quantifier>,
        /// The value.
        subject: Box<Expr>,
        /// What is asked of it; none: whether it has a member, or is true.
        predicate: Option<Box<Predicate>>,
        /// `before turn`
        earlier: bool,
    },
    /// `A except B except C`
    Except(Box<Expr>, Vec<Expr>),
    /// `A + B`, `A - B`, `A * B`, `A % B`
    Sum(Box<Expr>, Operator, Box<Expr>),
    /// A phrase with what stands behind it.
    Phrase {
        /// The words, read by `of`: `[[kind], [p]]` for `kind of p`.
        words: Vec<Vec<Atom>>,
        /// `on X`, `near X`, `that is Y` and so on, in order.
        modifiers: Vec<Modifier>,
    },
}

/// `+`, `-`, `*`, `%`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `%`: the remainder, never negative.
    Remainder,
}

/// Which members of a set are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// All of them.
    Each,
    /// At least one.
    Some,
    /// None.
    No,
}

/// One word, or what stands in a word's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// Where it stands.
    pub span: Span,
    /// Which.
    pub kind: AtomKind,
}

/// One word, or what stands in a word's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtomKind {
    /// A word.
    Word(String),
    /// A number.
    Number(u32),
    /// `e4`; file and rank counted from 0.
    Square(u8, u8),
    /// `rank 1`, `rank 1 to 4`; counted from 1 as a side sees them.
    Rank(u32, u32),
    /// `file a`, `file a to c`; counted from 0.
    File(u8, u8),
    /// `number of X`
    Count(Box<Expr>),
    /// `( C )`
    Group(Box<Expr>),
}

/// What stands behind a phrase and narrows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The whole of it.
    pub span: Span,
    /// Which.
    pub kind: ModifierKind,
}

/// What stands behind a phrase and narrows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModifierKind {
    /// `on X`, `near X`, `within n of X`, `met by PATH from X`
    At(Position),
    /// `that PRED and PRED`
    That(Vec<Predicate>),
    /// `with C`
    With(Expr),
    /// `before turn`
    Earlier,
    /// A name for the member that is spoken of: the `x` of `X x with C`.
    Named(Name),
}

/// Where something is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Position {
    /// `on X`
    On(Box<Expr>),
    /// `near X`
    Near(Box<Expr>),
    /// `within n of X`
    Within(Number, Box<Expr>),
    /// `met by PATH from X`
    Met(Box<Path>, Box<Expr>),
}

/// What is asked of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// The whole of it.
    pub span: Span,
    /// Which.
    pub kind: PredicateKind,
}

/// What is asked of a value. Each variant shows its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PredicateKind {
    /// `= V` and the like.
    Compare(Comparison, Expr),
    /// `has n X` (at least n), `has no X` (`Some(0)`), `has X`
    Has(Option<u32>, Expr),
    /// `can move`, `cannot move`, `can take X` (which belongs into a sentence)
    Can {
        /// `cannot`
        not: bool,
        /// The verb.
        verb: Name,
        /// Whom, or where.
        object: Option<Object>,
        /// `by L`
        by: Option<Name>,
    },
    /// `can (C)`, `cannot (C)`
    CanReach {
        /// `cannot`
        not: bool,
        /// What would be so after the turn.
        condition: Box<Expr>,
    },
    /// `could take X by L`
    CouldTake {
        /// Whom, or where; none: anything.
        object: Option<Expr>,
        /// `by L`
        by: Option<Name>,
    },
    /// `threatens X by L`
    Threatens {
        /// Whom, or where; none: anything.
        object: Option<Expr>,
        /// `by L`
        by: Option<Name>,
    },
    /// `moves`, `takes X`, `acts`, `castles`, `arrives`, `promotes`, each `by L`: has happened in this turn.
    Does {
        /// The verb.
        verb: Name,
        /// Whom.
        object: Option<Expr>,
        /// `by L`
        by: Option<Name>,
    },
    /// `is not Y`
    Is {
        /// `not`
        not: bool,
        /// What it is.
        what: Is,
    },
}

/// What stands behind `is`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Is {
    /// `secret`
    Secret,
    /// `threatened by X without Y`
    Threatened {
        /// `by X`
        by: Option<Expr>,
        /// `without Y`
        without: Option<Expr>,
    },
    /// `taken by X`
    Taken {
        /// `by X`
        by: Option<Expr>,
    },
    /// `on X` and the like.
    At(Position),
    /// A kind, a fact, a meaning, a value.
    Value(Expr),
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}
