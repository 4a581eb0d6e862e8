//! A few mistakes as people read them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::parse::parse;
use rulemate_grammar::render::{Report, plain};
use rulemate_grammar::source::{Place, Source, SourceId, Sources, Span};

fn rendered(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add(Source::new("rules/example.rules", text));
    let (_, diagnostics) = parse(sources.get(id), id);
    plain(&diagnostics, &sources)
}

#[test]
fn one_line_with_help() {
    let want = "\
error[R0201]: `sldie` means nothing here
  --> rules/example.rules:2:17
   |
 2 | rook also moves sldie any
   |                 ^^^^^
   = help: did you mean `slide`?
";
    assert_eq!(rendered("event \"E\"\nrook also moves sldie any\n"), want);
}

#[test]
fn long_lines_are_broken_and_cut() {
    let text = format!("fact tired on pieces {}until the turn ends", " ".repeat(90));
    let want = "\
error[R0224]: this does not say how long the fact lasts
  --> rules/example.rules:1:112
   |
 1 | ...                                    until the turn ends
   |                                        ^^^^^^^^^^^^^^^^^^^
   = help: write `for this turn`, `for 1 own turn` or `for 1 enemy turn`;
           without it the fact is for good
";
    assert_eq!(rendered(&text), want);
}

#[test]
fn several_mistakes_and_an_opening_bracket() {
    let want = "\
error[R0108]: this `{` is never closed
  --> rules/example.rules:1:17
   |
 1 | when rook moves {
   |                 ^
   = help: write `}` where it ends

error[R0202]: `move` should be `moves` here
  --> rules/example.rules:4:6
   |
 4 | rook move step any
   |      ^^^^
   = help: write `moves`, also for many
";
    assert_eq!(rendered("when rook moves {\n    take it\nfact tired on pieces\nrook move step any\n"), want);
}

#[test]
fn two_files_in_one_mistake() {
    let mut sources = Sources::default();
    let one = sources.add(Source::new("one.rules", "rook now moves step any\n"));
    let two = sources.add(Source::new("two.rules", "\nrook now moves slide any\n"));
    let place = |source: SourceId, start, end| Place { source, span: Span::new(start, end) };
    let diagnostic = Diagnostic::warning("R0900", place(two, 1, 9), "both replace the same moves")
        .label("here")
        .also(place(one, 0, 8), "and there")
        .help("write `also`");
    let want = "\
warning[R0900]: both replace the same moves
  --> two.rules:2:1
   |
 2 | rook now moves slide any
   | ^^^^^^^^ here
  --> one.rules:1:1
   |
 1 | rook now moves step any
   | -------- and there
   = help: write `also`
";
    assert_eq!(plain(std::slice::from_ref(&diagnostic), &sources), want);
    let report = Report::new(&diagnostic, &sources);
    assert_eq!(miette::Diagnostic::labels(&report).unwrap().count(), 1);
    assert_eq!(miette::Diagnostic::related(&report).unwrap().count(), 1);
}
