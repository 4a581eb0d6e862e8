//! The mistakes that this crate tells of. Imports nothing.

use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Place;

/// An error at a place.
pub(crate) fn error(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, place, message)
}

rulemate_grammar::code_table! {
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
    BARE_WORD "R0311" "a word that cannot stand alone";
    NO_FUNCTION "R0312" "a word that cannot stand before `of`";
    PARAMETER "R0313" "a meaning with or without `of`";
    NO_MEANING "R0314" "something that is no meaning is changed as one";
    CIRCLE "R0315" "meanings that ask for each other in a circle";
    KIND_CIRCLE "R0316" "a kind that is itself";
    PLURAL "R0317" "a name that is the plural of another";
    TOO_MANY_NAMES "R0318" "more names than there is room for";

    WRONG_TYPE "R0401" "something of another type is wanted";
    MIXED_OR "R0402" "`or` between things of different types";
    SEVERAL "R0403" "a condition about something that may be several";
    NOT_A_CONDITION "R0404" "a value that is no condition";
    WORDS_CLASH "R0405" "words side by side that do not go together";
    NOBODYS "R0406" "`own` before something that is the same for both";
    WHOSE "R0407" "a fact of which it is not said whose it is";
    WRONG_BEARER "R0408" "a fact asked of what does not bear it";
    COMPARED "R0409" "values that cannot be compared";
    CAN "R0410" "`can` asks nothing so";
    WRONG_IS "R0411" "something that a value cannot be";
    HAS "R0412" "`has` of what has nothing";
    NOT_SECRET "R0413" "a fact that is no secret";
    BECOMES "R0414" "something that nothing becomes";
    DEFAULT "R0415" "a default of another type";
    ONE_IS_MEANT "R0416" "several where one is meant";
    BY_ZERO "R0417" "a remainder of a division by zero";
    ALWAYS_THERE "R0418" "something that is always there, as a condition";
    ONE_SIDE "R0419" "`each`, `some` or `no` before what is one";

    ALSO_OR_NOW "R0501" "`also` or `now` is missing";
    SUBJECT "R0502" "a subject that has no moves";
    SLIDE_TIMES "R0503" "`times` behind a slide";
    HOW_ON_GROUP "R0504" "`over` or `taking` behind a whole path";
    TWICE "R0505" "a clause of a move rule is said twice";
    WITHOUT "R0506" "`without` an unknown word";
    CONTRADICTION "R0507" "a move that contradicts itself";
    UNLABELLED_ACT "R0508" "an act without a name";
    EMPTY_ACT "R0509" "an act that does nothing";
    EDGE_DIRECTIONS "R0510" "an edge toward a square";
    RELATION_VERB "R0511" "`can` and `cannot` with an unknown verb";
    RELATION_OBJECT "R0512" "something that does not stand behind this verb";
    TOO_MANY_WAYS "R0513" "a Betza string with too many ways";
    CASTLING_IN_PATH "R0514" "castling inside a path";
    NO_DIRECTION "R0515" "directions that exclude each other";
    ONWARD_FIRST "R0516" "`onward` before anything has been gone";

    UNBOUNDED "R0601" "an offer without bound";
    OFFER_VERB "R0602" "`may` and `must` with an unknown verb";
    NO_OFFER "R0603" "an offer where no move can follow";
    IF_IT_CAN "R0604" "`if it can` without `must`";
    WRONG_TIME "R0605" "`before`, `when` and `after` at the wrong moment";
    HAPPENING_OBJECT "R0606" "something that does not stand behind what happens";
    PUT_IN "R0607" "`put in` something that is no hand";
    WHO_CHOOSES "R0608" "a choice of nobody";
    EVENT_ENDS "R0609" "a game that starts or ends as an event does";

    LEVEL "R0610" "a move that hangs on threats";
    SECRET "R0611" "a secret that would be given away";
    UNUSED_FACT "R0612" "a fact that nothing asks about";
    UNUSED_MEANING "R0613" "a meaning that nothing uses";
    NEVER_SET "R0614" "a fact that nothing sets";
    ANYBODY "R0615" "a fact asked of nobody in particular";
    IDLE_RIGHT "R0616" "a right that gives no way to move";
    NOT_KNOWN_YET "R0617" "something asked before it is known";
    WITHOUT_END "R0618" "rules that wake each other without end";
    RESTARTS "R0619" "an event that may start again while it starts";
    UNFOLDS "R0620" "a word that stands on too many words";
    NEVER "R0621" "a sentence about what never is so";
    NEARLY_A_LABEL "R0622" "a new label that is nearly a known one";
    ANSWERS "R0623" "answers to answers";

    NO_HEADING "R0701" "a file without a heading";
    HEADING_TWICE "R0702" "a second heading";
    WRONG_FILE "R0703" "a sentence in the wrong sort of file";
    SETUP "R0704" "a setup that does not fit the board";
    SIGN_UNKNOWN "R0705" "a sign that no kind has";
    SIGN_TWICE "R0706" "two kinds with one sign";
    SIGN "R0707" "a sign that cannot stand in a position";
    OFF_BOARD "R0708" "a square beyond the board";
    SETUP_WITH "R0709" "a fact that a setup cannot fill";
    SAID_TWICE "R0710" "a file says one thing twice";
    NO_BOARD "R0711" "a game without a board, sides or setup";
    SETUP_ROYAL "R0712" "a first position without royal pieces";
    HEADING_LATE "R0713" "a heading that does not come first";

    BOTH_REPLACE "R0901" "two files replace one thing";
    EATEN "R0902" "an addition that is taken away altogether";
    DEMAND_FORBIDDEN "R0903" "a demand that is forbidden altogether";
    OFFERS_TOGETHER "R0904" "two offers at one moment";
    NEVER_TOGETHER "R0905" "two events that never hold together";
    WITHOUT_END_TOGETHER "R0906" "two events that wake each other without end";
}
