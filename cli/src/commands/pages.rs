//! `rulemate explain-code`, `rulemate completions` and `rulemate man`.

use super::{Done, Stop, print_json};
use crate::args::Cli;
use crate::codes;
use clap::CommandFactory;
use rulemate_grammar::suggest::suggest;
use serde_json::{Value, json};
use std::io::Write;

/// Prints the page of a code, or lists all codes.
pub fn explain_code(cli: &Cli, code: Option<&str>, out: &mut dyn Write) -> Done {
    let Some(code) = code else {
        if cli.json {
            let all: Vec<Value> =
                codes::all().map(|entry| json!({ "code": entry.code, "title": entry.title })).collect();
            return print_json(out, &Value::Array(all));
        }
        for entry in codes::all() {
            writeln!(out, "{}  {}", entry.code, entry.title)?;
        }
        return Ok(());
    };
    let Some(entry) = codes::all().find(|entry| entry.code.eq_ignore_ascii_case(code)) else {
        let upper = code.to_ascii_uppercase();
        let meant = suggest(&upper, codes::all().map(|entry| entry.code));
        let help = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
        return Err(Stop::Usage(format!("there is no code `{code}`{help}")));
    };
    if cli.json {
        return print_json(out, &json!({ "code": entry.code, "title": entry.title, "page": entry.page }));
    }
    writeln!(out, "{}", entry.page.trim_end())?;
    Ok(())
}

/// Prints completions for a shell.
pub fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> Done {
    // The generator panics where it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "rulemate", &mut text);
    out.write_all(&text)?;
    Ok(())
}

/// Prints the man page, with those of all commands behind it.
pub fn man(out: &mut dyn Write) -> Done {
    let command = Cli::command();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for each in command.get_subcommands() {
        let name = format!("rulemate-{}", each.get_name());
        clap_mangen::Man::new(each.clone().name(name)).render(&mut text)?;
    }
    out.write_all(&text)?;
    Ok(())
}
