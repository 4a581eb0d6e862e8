//! The mistakes that this crate tells of. Imports nothing.

use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Place;

/// An error at a place.
pub(crate) fn error(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, place, message)
}

macro_rules! table {
    ($($name:ident $code:literal $title:literal;)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*
        /// All.
        pub const CODES: &[(&str, &str)] = &[$(($code, $title),)*];
    };
}

table! {
    UNKNOWN_NAME "R0301" "nothing is called so";
    UNKNOWN_KIND "R0302" "no kind of piece is called so";
    UNKNOWN_LABEL "R0303" "no move is called so";
    UNKNOWN_LAW "R0304" "no law and no end is called so";
    UNKNOWN_FACT "R0305" "no fact is called so";
    DECLARED_TWICE "R0306" "a name is declared twice";
    BUILT_IN "R0307" "a built-in word is declared again";
    NO_IT "R0308" "`it` where nothing is spoken of";
    NO_MOVE "R0309" "a word of the move where no move is spoken of";
    BOUND_TWICE "R0310" "a bound name means something already";
    UNNAMED_MEMBER "R0311" "`with` asks something of members without a name";
    UNUSED_NAME "R0312" "a name of which nothing is said";
    BARE_WORD "R0313" "a word that cannot stand alone";
    NO_FUNCTION "R0314" "a word that cannot stand before `of`";
    PARAMETER "R0315" "a meaning with or without `of`";
    NO_MEANING "R0316" "something that is no meaning is changed as one";
    CIRCLE "R0317" "meanings that ask for each other in a circle";
    KIND_CIRCLE "R0318" "a kind that is itself";

    WRONG_TYPE "R0401" "something of another type is wanted";
    MIXED_OR "R0402" "`or` between things of different types";
    SEVERAL "R0403" "a condition about something that may be several";
    NOT_A_CONDITION "R0404" "a value that is no condition";
    WORDS_CLASH "R0405" "words side by side that do not go together";
    NOBODYS "R0406" "`own` before something that is the same for both";
    WHOSE "R0407" "a fact of which it is not said whose it is";
    WRONG_BEARER "R0408" "a fact asked of what does not bear it";
    COMPARED "R0409" "values that cannot be compared";
    COULD_TAKE "R0410" "`can take` in a condition";
    CAN "R0411" "`can` asks nothing so";
    WRONG_IS "R0412" "something that a value cannot be";
    HAS "R0413" "`has` of what has nothing";
    NOT_SECRET "R0414" "a fact that is no secret";
    BECOMES "R0415" "something that nothing becomes";
    BEARER_WORD "R0416" "a fact on an unknown thing";
    TYPE_WORD "R0417" "a fact of an unknown type";
    DEFAULT "R0418" "a default of another type";
    LIFE "R0419" "a lifetime that is none";

    ALSO_OR_NOW "R0501" "`also` or `now` is missing";
    SUBJECT "R0502" "a subject that has no moves";
    SLIDE_TIMES "R0503" "`times` behind a slide";
    HOW_ON_GROUP "R0504" "`over`, `onto` or `taking` behind a whole path";
    TWICE "R0505" "a clause is said twice";
    ZERO "R0506" "a number that says nothing";
    LEAP_SIZE "R0507" "a leap that leads nowhere";
    CLAUSE "R0508" "a clause that does not belong there";
    WITHOUT "R0509" "`without` an unknown word";
    CONTRADICTION "R0510" "a move that contradicts itself";
    UNLABELLED_ACT "R0511" "an act without a name";
    EMPTY_ACT "R0512" "an act that does nothing";
    NO_BLOCK "R0513" "a block where nothing is done";
    EDGE_DIRECTIONS "R0514" "an edge toward a square";
    RELATION_VERB "R0515" "`can` and `cannot` with an unknown verb";
    RELATION_OBJECT "R0516" "something that does not stand behind this verb";
    TOO_MANY_WAYS "R0517" "a Betza string with too many ways";
    CASTLING_IN_PATH "R0518" "castling inside a path";

    UNBOUNDED "R0601" "an offer without bound";
    OFFER_VERB "R0602" "`may` and `must` with an unknown verb";
    NO_OFFER "R0603" "an offer where no move can follow";
    IF_IT_CAN "R0604" "`if it can` without `must`";
    WRONG_TIME "R0605" "`before`, `when` and `after` at the wrong moment";
    NO_DEED "R0606" "nothing that a rule can wait for";
    HAPPENING_OBJECT "R0607" "something that does not stand behind what happens";
    PUT_IN "R0608" "`put in` something that is no hand";
    WHO_CHOOSES "R0609" "a choice of nobody";
    EVENT_ENDS "R0610" "`event ends` in a game";

    NO_HEADING "R0701" "a file without a heading";
    HEADING_TWICE "R0702" "a second heading";
    WRONG_FILE "R0703" "a sentence in the wrong sort of file";
    BOARD_SIZE "R0704" "a board of impossible size";
    SETUP "R0705" "a setup that does not fit the board";
    SIGN_UNKNOWN "R0706" "a sign that no kind has";
    SIGN_TWICE "R0707" "two kinds with one sign";
    SIGN "R0708" "a sign that cannot stand in a position";
    OFF_BOARD "R0709" "a square beyond the board";
    SIDES "R0710" "two sides of one name";
    SETUP_WITH "R0711" "a fact that a setup cannot fill";
    SETTING "R0712" "a setting without a value";
    SAID_TWICE "R0713" "a heading says one thing twice";
    NO_BOARD "R0714" "a game without a board, sides or setup";
}
