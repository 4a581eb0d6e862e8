//! Checks every block of rules in `docs/language.md`, and runs the scenarios below it. Imports the program's
//! `scenario` and `shelf`.
//!
//! A block without a heading is a fragment of an event `Example`. Behind the word `rules` stands the game that
//! it is put on, `event-chess` if none does; `wrong` says that the block has an error, and with a code, which.
//! A block of scenarios belongs to the block of rules before it.
#![allow(clippy::panic)]

use rulemate::shelf::Folders;
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::render::plain;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::game::Prepared;
use rulemate_interpreter::shelf::{RuleText, Shelf, load};
use rulemate_tests::manual::{Block, blocks};
use rulemate_tests::root;
use rulemate_tests::scenarios::run_text;

const SHOWN: &str = "docs/language.md";
/// What the file of a block is called.
const NAME: &str = "example";
/// The heading that a fragment gets.
const HEADING: &str = "event \"Example\"\n";

/// Warnings of what nothing uses: a fragment may show how a word is made, and not use it.
const UNUSED: [&str; 3] = ["R0612", "R0613", "R0614"];

/// A block of rules, and what its fence says of it.
struct Example {
    /// Its whole text, with a heading.
    text: String,
    /// The line in the manual of its first own line.
    line: usize,
    /// The game that it is put on; none: it is a game.
    base: Option<String>,
    /// It must have an error; of this code, if one is said.
    wrong: Option<Option<String>>,
    /// How many lines of `text` are not in the manual.
    added: usize,
}

impl Example {
    fn of(block: &Block) -> Example {
        let mut base = None;
        let mut wrong = None;
        for word in &block.words[1..] {
            let is_code = word.len() == 5 && word.starts_with('R') && word[1..].parse::<u32>().is_ok();
            match word.as_str() {
                "wrong" => wrong = Some(None),
                _ if is_code => wrong = Some(Some(word.clone())),
                _ => base = Some(word.clone()),
            }
        }
        let first = block.text.lines().find(|line| !line.trim_start().starts_with("//")).unwrap_or("");
        let headed = first.starts_with("event ") || first.starts_with("game ");
        let game = first.starts_with("game ");
        assert!(!(game && base.is_some()), "{SHOWN}:{}: a game is put on a game", block.line);
        Example {
            text: if headed { block.text.clone() } else { format!("{HEADING}{}", block.text) },
            line: block.line,
            base: (!game).then(|| base.unwrap_or_else(|| "event-chess".to_owned())),
            wrong,
            added: usize::from(!headed),
        }
    }

    /// The line in the manual of a line of the text.
    fn line_of(&self, line: usize) -> usize {
        (self.line + line).saturating_sub(1 + self.added)
    }

    /// All that is wrong with it.
    fn check(&self) -> (Sources, Vec<Diagnostic>) {
        let shelf = Manual { example: self.text.clone(), title: title(&self.text) };
        let loaded = match &self.base {
            Some(base) => load(&shelf, base, &[NAME.to_owned()]),
            None => load(&shelf, NAME, &[]),
        };
        let sound = loaded.is_sound();
        let mut diagnostics = loaded.diagnostics;
        diagnostics.retain(|each| !UNUSED.contains(&each.code));
        if sound && let Err(wrong) = Prepared::new(loaded.library) {
            diagnostics.extend(wrong);
        }
        (loaded.sources, diagnostics)
    }

    /// What is to be told of it, if it is not as its fence says.
    fn told(&self) -> Option<String> {
        let (sources, diagnostics) = self.check();
        let errors: Vec<&Diagnostic> =
            diagnostics.iter().filter(|each| each.severity == Severity::Error).collect();
        let told = match &self.wrong {
            None if diagnostics.is_empty() => return None,
            None => self.render(&sources, &diagnostics),
            Some(_) if errors.is_empty() => {
                format!("should be wrong, and is not: {}", self.render(&sources, &diagnostics))
            }
            Some(Some(code)) if errors.iter().all(|each| each.code != *code) => {
                format!("should have the error {code}\n{}", self.render(&sources, &diagnostics))
            }
            Some(_) => return None,
        };
        Some(format!("{SHOWN}:{}: {}", self.line, told.trim_end()))
    }

    /// Each mistake with its line in the manual.
    fn render(&self, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
        let mut text = String::new();
        for diagnostic in diagnostics {
            if let Some(label) = diagnostic.labels.first() {
                let source = sources.get(label.place.source);
                if source.name.starts_with(SHOWN) {
                    let line = self.line_of(source.line_column(label.place.span.start).0);
                    text.push_str(&format!("\nline {line} of the manual:"));
                }
            }
            text.push('\n');
            text.push_str(&plain(std::slice::from_ref(diagnostic), sources));
        }
        text
    }

    /// Runs scenarios with it in force.
    fn run(&self, scenarios: &Block) -> Vec<String> {
        let shelf = Manual { example: self.text.clone(), title: title(&self.text) };
        let (text, lines) = self.filled_in(scenarios);
        run_text(&shelf, SHOWN, &text, |line| lines[(line - 1).min(lines.len() - 1)]).1
    }

    /// The text of scenarios with game and events where they are not said; and the manual's line of each line.
    fn filled_in(&self, scenarios: &Block) -> (String, Vec<usize>) {
        let all: Vec<&str> = scenarios.text.lines().collect();
        let (mut text, mut lines) = (String::new(), Vec::new());
        for (at, line) in all.iter().enumerate() {
            text.push_str(line);
            text.push('\n');
            lines.push(scenarios.line + at);
            if !line.starts_with("- ") {
                continue;
            }
            let own = all[at + 1..].iter().take_while(|line| !line.starts_with("- "));
            let says = |key: &str| own.clone().any(|line| line.trim_start().starts_with(key));
            let (game, events) = match &self.base {
                Some(base) => (base.as_str(), Some(NAME)),
                None => (NAME, None),
            };
            if !says("game:") {
                text.push_str(&format!("  game: {game}\n"));
                lines.push(scenarios.line + at);
            }
            if let Some(events) = events.filter(|_| !says("events:")) {
                text.push_str(&format!("  events: [{events}]\n"));
                lines.push(scenarios.line + at);
            }
        }
        (text, lines)
    }
}

/// What stands in quotes in the first sentence.
fn title(text: &str) -> String {
    text.split('"').nth(1).unwrap_or("").to_owned()
}

/// The shipped rules, and the block. Where the block is an event of the deck, it stands in for that.
#[derive(Debug)]
struct Manual {
    example: String,
    title: String,
}

impl Shelf for Manual {
    fn find(&self, name: &str) -> Option<RuleText> {
        if name != NAME {
            return Folders::default().find(name);
        }
        let bytes = self.example.clone().into_bytes();
        Some(RuleText { name: NAME.to_owned(), shown: format!("{SHOWN} (block)"), bytes })
    }

    fn games(&self) -> Vec<String> {
        Folders::default().games()
    }

    fn deck(&self, folder: &str) -> Vec<RuleText> {
        let mut deck = Folders::default().deck(folder);
        deck.retain(|text| title(&String::from_utf8_lossy(&text.bytes)) != self.title);
        deck
    }
}

fn manual() -> Vec<Block> {
    blocks(&std::fs::read_to_string(root().join(SHOWN)).expect("the manual"))
}

/// The blocks of rules, each with the blocks of scenarios behind it.
fn examples() -> Vec<(Example, Vec<Block>)> {
    let mut examples: Vec<(Example, Vec<Block>)> = Vec::new();
    for block in manual() {
        match block.words.first().map(String::as_str) {
            Some("rules") => examples.push((Example::of(&block), Vec::new())),
            Some("yaml") => {
                let (example, scenarios) = examples.last_mut().expect("rules before scenarios");
                assert!(example.wrong.is_none(), "{SHOWN}:{}: scenarios of wrong rules", block.line);
                scenarios.push(block);
            }
            Some("text" | "sh" | "console") => {}
            other => panic!("{SHOWN}:{}: a block of {other:?}", block.line - 1),
        }
    }
    examples
}

#[test]
fn every_block_of_rules_is_as_its_fence_says() {
    let examples = examples();
    assert!(examples.len() >= 60, "{} blocks", examples.len());
    let wrong: Vec<String> = examples.iter().filter_map(|(example, _)| example.told()).collect();
    assert!(wrong.is_empty(), "{} of {} blocks:\n\n{}\n", wrong.len(), examples.len(), wrong.join("\n\n"));
}

#[test]
fn every_scenario_of_the_manual_passes() {
    let examples = examples();
    let failed: Vec<String> = examples
        .iter()
        .filter(|(example, _)| example.told().is_none())
        .flat_map(|(example, scenarios)| scenarios.iter().flat_map(|block| example.run(block)))
        .collect();
    assert!(failed.is_empty(), "{} failed:\n\n{}\n", failed.len(), failed.join("\n\n"));
}

#[test]
fn whole_games_and_events_of_the_manual_are_the_shipped_ones() {
    let shipped: Vec<(String, String)> = rulemate_tests::shelf::files_below(&root().join("rules"), "rules")
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("readable"))
        .map(|text| (title(&text), text))
        .collect();
    let mut compared = 0;
    for (example, _) in examples() {
        let title = title(&example.text);
        for (_, text) in shipped.iter().filter(|(name, _)| *name == title) {
            compared += 1;
            let differs = example.text.lines().zip(text.lines()).find(|(said, ours)| said != ours);
            let at = differs.map(|(said, ours)| format!("`{said}` for `{ours}`"));
            assert!(*text == example.text, "{SHOWN}:{}: not the shipped {title:?}: {at:?}", example.line);
        }
    }
    assert!(compared >= 4, "only {compared} whole files");
}

#[test]
fn a_failure_names_the_line_in_the_manual() {
    let block = Block {
        words: vec!["rules".to_owned(), "chess".to_owned()],
        text: "rook also moves step diagonal\nrook also moves stp diagonal\n".to_owned(),
        line: 100,
    };
    let told = Example::of(&block).told().expect("an error");
    assert!(told.starts_with("docs/language.md:100:"), "{told}");
    assert!(told.contains("line 101 of the manual"), "{told}");
    let good = Example::of(&Block { text: "rook also moves step diagonal\n".to_owned(), ..block });
    assert_eq!(good.told(), None);
    let scenarios = Block {
        words: vec!["yaml".to_owned()],
        text: "- name: one\n  position: \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\n  legal: [Rb2]\n\
               - name: two\n  position: \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\n  legal: [Rc3]\n"
            .to_owned(),
        line: 110,
    };
    let failed = good.run(&scenarios);
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].starts_with("docs/language.md:113: two"), "{failed:?}");
}
