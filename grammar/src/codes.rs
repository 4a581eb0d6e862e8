//! The registry of mistakes: a code that never changes, a title, and a page for each.
//! Imports the table of `betza`. Other crates make tables of their own with [`code_table!`](crate::code_table).

/// One kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// For instance `R0203`.
    pub code: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// The text of its page in `docs/errors`.
    pub page: &'static str,
}

/// Makes a constant for each code, and the table `CODES` of all of them with their pages in `docs/errors`.
///
/// ```text
/// rulemate_grammar::code_table! {
///     UNCLOSED_TEXT "R0107" "a text in quotes is not closed";
/// }
/// ```
#[macro_export]
macro_rules! code_table {
    ($($name:ident $code:literal $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: &str = $code;
        )*

        /// All codes of this crate, in order.
        pub const CODES: &[$crate::codes::Code] = &[$($crate::codes::Code {
            code: $code,
            title: $title,
            page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors/", $code, ".md")),
        },)*];
    };
}

code_table! {
    NOT_UTF8 "R0100" "the file is not UTF-8 text";
    TOO_LARGE "R0101" "the file is too large";
    CONTROL_CHARACTER "R0102" "a character that cannot be seen";
    TOO_MANY "R0103" "too many mistakes to tell them all";
    TOO_DEEP "R0104" "too many things inside each other";
    TOO_LONG "R0105" "a sentence or word is too long";
    NUMBER_TOO_LARGE "R0106" "a number is too large";
    UNCLOSED_TEXT "R0107" "a text in quotes is not closed";
    UNCLOSED_BRACKET "R0108" "a bracket is not closed";
    STRAY_BRACKET "R0109" "a bracket closes nothing";
    NUMBER_WITH_TAIL "R0110" "letters behind a number";
    UNKNOWN_SIGN "R0111" "a sign that means nothing here";
    FOREIGN_SIGN "R0112" "a sign of another language";
    FOREIGN_QUOTES "R0113" "quotes that are not straight";
    FOREIGN_COMMENT "R0114" "a comment begins with two slashes";
    APOSTROPHE "R0115" "a word with an apostrophe";
    STRANGE_LETTER "R0116" "a word with other letters than a to z";
    SEMICOLON "R0117" "a semicolon that sets nothing apart";

    UNEXPECTED "R0200" "something else should stand here";
    MISSPELT "R0201" "a misspelt word of the language";
    VERB_WITHOUT_S "R0202" "a verb lacks its s";
    VERB_ENDING "R0203" "a verb has the wrong ending";
    MISSING_COMMA "R0204" "an effect without a comma or braces before it";
    EQUALS_FOR_BECOMES "R0205" "`=` where something is to be set";
    OTHER_WORD "R0206" "another word for a word of the language";
    CAPITALS "R0207" "a word with a capital letter";
    BETZA_WITHOUT_QUOTES "R0208" "a Betza string without quotes";
    MISSING_QUOTES "R0209" "a title, sign or position without quotes";
    ELSE_ALONE "R0210" "`else` without `if`";
    TAKE_BACK "R0211" "a turn is taken back by `forbid`";
    MISSING_IF "R0212" "a condition without `if`";
    WORD_ORDER "R0213" "the right words in a wrong order";
    COULD_TAKE "R0214" "`can take` in a condition";
    FOREIGN_KEYWORD "R0215" "a word of another language";
    OLD_FROM "R0216" "`from` where `extends` or `deck` is meant";
    SAID_TWICE "R0217" "a clause is said twice";
    EMPTY_BLOCK "R0218" "a block that does nothing";
    IMPOSSIBLE_NUMBER "R0219" "a number that cannot be meant";
    RESERVED_NAME "R0220" "a name that has a meaning already";
    TOO_MUCH "R0221" "more words than the sentence has room for";
    UNFINISHED "R0222" "a sentence stops too early";
    UNKNOWN_VERB "R0223" "a verb that cannot stand here";
    BAD_FACT "R0224" "a fact's owner, type or lifetime";
    NOT_A_BEGINNING "R0225" "a line that cannot begin a sentence";
    NO_MEMBER_NAME "R0226" "`with` without a name before it";
    MISSING_ZONE "R0227" "a promotion without its squares";
    WRONG_PLACE "R0228" "an effect outside a block, or a sentence inside one";
    OFF_THE_BOARD "R0229" "a square, rank or file that no board has";
    AND_OR "R0230" "`and` and `or` that are easily misread";
    EMPTY_TEXT "R0231" "nothing between the quotes";
    NUMBER_WORD "R0232" "a number in letters";
    LIST_WITHOUT_BLOCK "R0233" "a list of choices without a block";
    CONDITION_TWICE "R0234" "a clause that does not go with its verb";
    TOO_TANGLED "R0235" "a sentence too tangled to be read";
    NO_SENTENCE "R0236" "a line that is no sentence";
}

/// The entry of a code of this crate, those of Betza strings among them.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    CODES.iter().chain(crate::betza::CODES).find(|entry| entry.code == code)
}

/// The page of a code of this crate: what it means, an example of it, and how it is mended.
#[must_use]
pub fn page(code: &str) -> Option<&'static str> {
    find(code).map(|entry| entry.page)
}
