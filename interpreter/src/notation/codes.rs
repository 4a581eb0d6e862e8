//! The codes of mistakes in positions, moves and games. Imports nothing of the interpreter.

rulemate_grammar::code_table! {
    FIELDS "R0801" "a position without its fields";
    PLACEMENT "R0802" "a board that does not fit";
    SIGN "R0803" "a sign that no piece bears";
    COUNTER "R0804" "a side or a counter that cannot be read";
    CASTLING "R0805" "a castling right that cannot be";
    PASSED "R0806" "a passed square that cannot be";
    ROYAL "R0807" "too few or too many royal pieces";
    DANGER "R0808" "a royal piece that could be taken at once";
    SUFFIX "R0809" "a suffix that cannot be read";
    EVENT "R0810" "an event that cannot be in force";
    FACT "R0811" "a fact that is not there, or cannot be so";
    PIECE "R0812" "a piece or a square that is not there";
    DECISION "R0813" "a decision that nobody waits for";
    MOVE "R0821" "a move that means nothing here";
    SEVERAL "R0822" "a move that could be several";
    ILLEGAL "R0823" "a move that the rules refuse";
    GIVEN_UP "R0824" "rules that ask for more work than is allowed";
    PGN "R0831" "the text of a game that cannot be read";
}
