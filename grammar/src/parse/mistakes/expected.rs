//! What could have stood where reading stopped, in human words. Imports the reader's rules.

use crate::parse::read::Rule;

/// What a rule asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This word.
    Word(String),
    /// One of these words, told as this.
    Words(&'static str, &'static [&'static str]),
    /// A thing.
    Thing(&'static str),
    /// Nothing worth telling.
    Untold,
}

const VALUE: &str = "words for what is meant";
const PATH: &[&str] = &["step", "slide", "leap", "like"];
const VERBS: &[&str] = &["moves", "takes", "acts", "castles", "promotes", "bounces", "wraps"];
const MOVING: &[&str] = &["also", "now", "moves", "takes", "acts", "castles", "promotes", "bounces", "wraps"];
const PREDICATES: &[&str] = &[
    "is",
    "has",
    "can",
    "cannot",
    "could",
    "threatens",
    "takes",
    "moves",
    "acts",
    "castles",
    "promotes",
    "arrives",
];
const EFFECTS: &[&str] = &[
    "put", "take", "remove", "swap", "push", "reveal", "promote", "choose", "may", "forbid", "draw", "for",
    "if",
];

/// In human words, rule by rule; no rule is left out.
pub fn expected(rule: Rule) -> Expected {
    use Expected::{Thing, Untold, Word, Words};
    match rule {
        Rule::EOI => Thing("the end of the sentence"),
        Rule::sentence | Rule::item => Thing("a sentence"),
        Rule::action | Rule::effect | Rule::says => Words("an effect", EFFECTS),
        Rule::name | Rule::word | Rule::noun => Thing("a name"),
        Rule::loose => Thing("a word"),
        Rule::string | Rule::betza => Thing("a text in quotes"),
        Rule::int => Thing("a number"),
        Rule::letter => Thing("a file's letter from a to p"),
        Rule::owner => {
            Words("`pieces`, `squares`, `sides` or `game`", &["pieces", "squares", "sides", "game"])
        }
        Rule::sort_of => {
            Words("a type, as `square`", &["number", "square", "piece", "kind", "direction", "side"])
        }
        Rule::cond | Rule::term => Thing("a condition"),
        Rule::pred | Rule::is | Rule::has | Rule::can | Rule::could | Rule::does => {
            Words("`is`, `has` or another verb", PREDICATES)
        }
        Rule::compare | Rule::cmp => Thing("a comparison"),
        Rule::threatened => Word("threatened".to_owned()),
        Rule::taken => Word("taken".to_owned()),
        Rule::guard => Words("`if` or `unless`", &["if", "unless"]),
        Rule::able => Word("if it can".to_owned()),
        Rule::clause => Words(
            "`from`, `to`, `by`, `without` or `if`",
            &["from", "to", "by", "without", "for", "if", "unless"],
        ),
        Rule::from => Word("from".to_owned()),
        Rule::to => Word("to".to_owned()),
        Rule::by => Word("by".to_owned()),
        Rule::without => Word("without".to_owned()),
        Rule::for_each => Word("for".to_owned()),
        Rule::path | Rule::legs | Rule::leg => Words("a path, as `step forward`", PATH),
        Rule::step => Word("step".to_owned()),
        Rule::slide => Word("slide".to_owned()),
        Rule::leap => Word("leap".to_owned()),
        Rule::like => Word("like".to_owned()),
        Rule::dirs | Rule::dir => Words("a direction, as `forward`", &["away", "toward"]),
        Rule::times => Words("`2 times` or `any times`", &["any", "times"]),
        Rule::leg_how => Words("`over`, `onto` or `taking`", &["over", "onto", "taking"]),
        Rule::value
        | Rule::part
        | Rule::sum
        | Rule::product
        | Rule::phrase
        | Rule::plain
        | Rule::small
        | Rule::atoms => Thing(VALUE),
        Rule::modifier | Rule::place | Rule::r#where => Words(
            "`on`, `near`, `that` or `with`",
            &["on", "near", "within", "met", "that", "with", "before"],
        ),
        Rule::that => Word("that".to_owned()),
        Rule::with => Word("with".to_owned()),
        Rule::earlier => Word("before".to_owned()),
        Rule::quant => Words("`each`, `some` or `no`", &["each", "some", "no"]),
        Rule::how => Words("`also` or `now`", &["also", "now"]),
        Rule::moving => Words("a verb, as `moves`", MOVING),
        Rule::move_rule | Rule::travel | Rule::acts | Rule::castles | Rule::promotes | Rule::edge => {
            Words("a verb, as `moves`", VERBS)
        }
        Rule::relation => Words("`can`, `cannot` or `must`", &["can", "cannot", "must"]),
        Rule::side_end | Rule::ends => Words("`wins` or `loses`", &["wins", "loses"]),
        Rule::sort => Word("is".to_owned()),
        Rule::about => Thing("a sentence"),
        Rule::claim => Word("may".to_owned()),
        Rule::object => Thing(VALUE),
        Rule::happening => Thing("what is to happen, as `piece moves`"),
        Rule::doing => Words(
            "`moves`, `takes`, `arrives` or another verb",
            &["takes", "is", "arrives", "promotes", "moves", "acts", "castles"],
        ),
        Rule::event_starts | Rule::turn_ends | Rule::turn_begins | Rule::stops => Untold,
        Rule::body => Thing("a comma, or `{ }`, and what is to be done"),
        Rule::block => Thing("`{ }`"),
        Rule::choice => Thing("a name for what is chosen"),
        Rule::options => Thing("what to choose from"),
        Rule::grant => Words("`may` or `must`", &["may", "must"]),
        Rule::chooses => Words("`chooses`", &["chooses", "may"]),
        Rule::becomes => Word("becomes".to_owned()),
        Rule::starts => Word("starts".to_owned()),
        Rule::often => Words("`once` or `3 times`", &["once", "times"]),
        Rule::otherwise => Word("else".to_owned()),
        Rule::lifetime => Word("for".to_owned()),
        Rule::this_turn => Word("this turn".to_owned()),
        Rule::afterwards => Word("after event starts".to_owned()),
        Rule::default => Thing("`=`"),
        Rule::open => Thing("`(`"),
        Rule::close => Thing("`)`"),
        Rule::comma => Thing("a comma"),
        Rule::equals => Thing("`=`"),
        Rule::trigger | Rule::time => Words("`when`", &["when", "before", "after"]),
        Rule::plus | Rule::minus | Rule::star | Rule::percent => Untold,
        Rule::game
        | Rule::event
        | Rule::number
        | Rule::type_
        | Rule::not_with
        | Rule::needs
        | Rule::deck
        | Rule::board
        | Rule::sides
        | Rule::setup
        | Rule::setting
        | Rule::piece
        | Rule::fact
        | Rule::means
        | Rule::forbid
        | Rule::allow
        | Rule::draw_end => Thing("a sentence"),
        Rule::foreach
        | Rule::branch
        | Rule::choose
        | Rule::put
        | Rule::take
        | Rule::remove
        | Rule::swap
        | Rule::push
        | Rule::reveal
        | Rule::promote
        | Rule::draw => Words("an effect", EFFECTS),
        Rule::way | Rule::group | Rule::count | Rule::rank | Rule::file | Rule::atom | Rule::coord => {
            Thing(VALUE)
        }
        Rule::no_value => Word("no".to_owned()),
        Rule::WHITESPACE | Rule::wc | Rule::lc | Rule::article | Rule::reserved => Untold,
        Rule::k_acts
        | Rule::k_after
        | Rule::k_allow
        | Rule::k_also
        | Rule::k_and
        | Rule::k_any
        | Rule::k_arrives
        | Rule::k_away
        | Rule::k_becomes
        | Rule::k_before
        | Rule::k_board
        | Rule::k_bounces
        | Rule::k_by
        | Rule::k_can
        | Rule::k_cannot
        | Rule::k_castles
        | Rule::k_choose
        | Rule::k_chooses
        | Rule::k_could
        | Rule::k_deck
        | Rule::k_draw
        | Rule::k_each
        | Rule::k_else
        | Rule::k_ends
        | Rule::k_event
        | Rule::k_except
        | Rule::k_extends
        | Rule::k_fact
        | Rule::k_file
        | Rule::k_for
        | Rule::k_forbid
        | Rule::k_from
        | Rule::k_game
        | Rule::k_has
        | Rule::k_if
        | Rule::k_in
        | Rule::k_is
        | Rule::k_it
        | Rule::k_leap
        | Rule::k_like
        | Rule::k_loses
        | Rule::k_may
        | Rule::k_means
        | Rule::k_met
        | Rule::k_moves
        | Rule::k_must
        | Rule::k_near
        | Rule::k_needs
        | Rule::k_no
        | Rule::k_not
        | Rule::k_now
        | Rule::k_number
        | Rule::k_of
        | Rule::k_on
        | Rule::k_once
        | Rule::k_onto
        | Rule::k_or
        | Rule::k_over
        | Rule::k_piece
        | Rule::k_promote
        | Rule::k_promotes
        | Rule::k_push
        | Rule::k_put
        | Rule::k_rank
        | Rule::k_remove
        | Rule::k_reveal
        | Rule::k_secret
        | Rule::k_setting
        | Rule::k_setup
        | Rule::k_side
        | Rule::k_slide
        | Rule::k_some
        | Rule::k_starts
        | Rule::k_step
        | Rule::k_swap
        | Rule::k_take
        | Rule::k_taken
        | Rule::k_takes
        | Rule::k_taking
        | Rule::k_that
        | Rule::k_then
        | Rule::k_this
        | Rule::k_threatened
        | Rule::k_threatens
        | Rule::k_times
        | Rule::k_to
        | Rule::k_toward
        | Rule::k_turn
        | Rule::k_type
        | Rule::k_unless
        | Rule::k_when
        | Rule::k_wins
        | Rule::k_with
        | Rule::k_within
        | Rule::k_without
        | Rule::k_wraps => Word(keyword(rule)),
    }
}

/// The word of a rule that is one word: its name without the `k_`.
fn keyword(rule: Rule) -> String {
    format!("{rule:?}").trim_start_matches("k_").to_owned()
}

/// All words that could have stood there.
pub fn words(rules: &[Rule]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for rule in rules {
        match expected(*rule) {
            Expected::Word(word) => words.push(word),
            Expected::Words(_, list) => words.extend(list.iter().map(|word| (*word).to_owned())),
            Expected::Thing(_) | Expected::Untold => {}
        }
    }
    words
}

/// Whether a rule only makes a value longer.
fn goes_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::modifier
            | Rule::open
            | Rule::article
            | Rule::word
            | Rule::noun
            | Rule::int
            | Rule::coord
            | Rule::k_number
            | Rule::k_file
            | Rule::k_rank
            | Rule::k_of
            | Rule::k_except
            | Rule::k_or
    )
}

/// `a`, `b` or `c`: what could have stood there, the likeliest few of it.
pub fn tell(rules: &[Rule]) -> String {
    const MOST: usize = 5;
    let mut things: Vec<String> = Vec::new();
    let said: Vec<Rule> = rules.iter().copied().filter(|rule| !goes_on(*rule)).collect();
    let rules = if said.is_empty() { rules } else { said.as_slice() };
    for rule in rules {
        let thing = match expected(*rule) {
            Expected::Word(word) => format!("`{word}`"),
            Expected::Words(thing, _) | Expected::Thing(thing) => thing.to_owned(),
            Expected::Untold => continue,
        };
        if !things.contains(&thing) {
            things.push(thing);
        }
    }
    things.truncate(MOST);
    match things.as_slice() {
        [] => "something else".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
