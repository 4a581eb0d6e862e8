//! `rulemate new`: writes a rule file and a scenario file to begin with.

use super::{Done, Stop, must_be_folder, print_json};
use crate::args::{Cli, What};
use crate::session::Trouble;
use crate::shelf::is_built_in;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place, Source, Sources, Span, is_control};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

const GAME: [&str; 2] =
    [include_str!("../../templates/game.rules"), include_str!("../../templates/game.yaml")];
const EVENT: [&str; 2] =
    [include_str!("../../templates/event.rules"), include_str!("../../templates/event.yaml")];

/// Writes both files; neither may be there.
pub fn run(cli: &Cli, what: What, name: &str, folder: &Path, out: &mut dyn Write) -> Done {
    let stem = stem(name);
    if stem.is_empty() {
        return Err(Stop::Usage(format!("`{name}` is no name: it needs a letter or a digit")));
    }
    if name.contains(['"', '\t']) || name.contains(is_control) {
        let message = "a name has no quotation marks, no line ends, and nothing that cannot be seen";
        return Err(Stop::Usage(message.to_string()));
    }
    if is_built_in(&stem) {
        let mut sources = Sources::default();
        let place = Place { source: sources.add(Source::new("name", name)), span: Span::new(0, name.len()) };
        let message =
            format!("`{stem}` comes with the program, and a file of this name would stand in its place");
        let help = "take another name; to change it, begin a game with `extends`, or an event";
        let diagnostics = vec![Diagnostic::error(crate::codes::FILE, place, message).help(help)];
        return Err(Trouble { sources, diagnostics }.into());
    }
    must_be_folder(folder)?;
    let texts = if what == What::Game { GAME } else { EVENT };
    let paths = ["rules", "yaml"].map(|ending| folder.join(format!("{stem}.{ending}")));
    for path in &paths {
        if path.exists() {
            return Err(Stop::Usage(format!("`{}` is there already", path.display())));
        }
    }
    for (path, text) in paths.iter().zip(texts) {
        let text = text.replace("NAME", name).replace("STEM", &stem);
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| Stop::Io(path.display().to_string(), error))?;
        if !cli.json {
            writeln!(out, "wrote {}", path.display())?;
        }
    }
    if cli.json {
        let written = paths.each_ref().map(|path| path.to_string_lossy());
        return print_json(out, &json!({ "written": written }));
    }
    writeln!(out, "try `rulemate test {}`", paths[1].display())?;
    Ok(())
}

/// The files' name: small letters and digits, what lies between as hyphens.
fn stem(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}
