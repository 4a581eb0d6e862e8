//! `rulemate compile`: what has become of the rules.

use super::{Done, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::explain::cite;
use crate::render::cleaned;
use crate::session::Session;
use crate::shelf::Folders;
use rulemate_grammar::source::Place;
use rulemate_interpreter::compile::Refusal;
use rulemate_interpreter::fast::Fast;
use rulemate_interpreter::fast::describe::{
    Described, KindForm, Noted, Quick, ShortCut, Untried, Whole, describe,
};
use rulemate_interpreter::ids::KindId;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

/// Says whether rules have a quick program and flat tables, and what need not be tried; or shows both whole.
pub fn run(cli: &Cli, shelf: &Folders, args: &GameArgs, dump: bool, out: &mut dyn Write) -> Done {
    let session = open(shelf, args)?;
    let fast = Fast::new(Arc::new(session.game.library().clone()));
    let described = describe(&fast.plan(session.game.position()));
    let told = Told { session: &session };
    if cli.json {
        return print_json(out, &told.as_json(&described, dump));
    }
    for line in told.as_lines(&described, dump) {
        writeln!(out, "{}", cleaned(&line))?;
    }
    Ok(())
}

struct Told<'a> {
    session: &'a Session,
}

impl Told<'_> {
    fn by(&self, place: Place) -> String {
        let (cited, sentence) = cite(&self.session.sources, place);
        format!("by `{sentence}` at {cited}")
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        format!("{}, {}", refusal.what, self.by(refusal.place))
    }

    fn kinds(&self, kinds: &[KindId]) -> String {
        let library = self.session.game.library();
        let names: Vec<&str> = kinds.iter().map(|kind| library.kinds[kind.index()].name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    fn as_lines(&self, described: &Described, dump: bool) -> Vec<String> {
        let mut lines = Vec::new();
        match &described.quick {
            Ok(quick) => {
                lines.push(format!("quick program: yes, up to {} squares", quick.squares));
                if dump {
                    let Quick { kinds, royal, sentences, short_cuts, .. } = quick;
                    self.program(kinds, royal, sentences, short_cuts, &mut lines);
                }
            }
            Err(refusal) => lines.push(format!("quick program: no: {}", self.refusal(refusal))),
        }
        match &described.whole {
            Ok(Whole { squares, kinds, untried }) => {
                lines.push(format!("flat tables: yes, up to {squares} squares and {kinds} kinds"));
                match untried {
                    Ok(untried) => {
                        lines.push(format!("not tried: {}", self.not_tried(untried)));
                        if dump {
                            let Untried { kinds, royal, sentences, short_cuts } = untried;
                            self.program(kinds, royal, sentences, short_cuts, &mut lines);
                        }
                    }
                    Err(refusal) => {
                        lines.push(format!("not tried: nothing: {}", self.refusal(refusal)));
                    }
                }
            }
            Err(refusal) => lines.push(format!("flat tables: no: {}", self.refusal(refusal))),
        }
        lines
    }

    /// In a line, of which kinds what is known.
    fn not_tried(&self, untried: &Untried) -> String {
        let kinds = |wanted: &dyn Fn(&KindForm) -> bool| -> Vec<KindId> {
            let mut found: Vec<KindId> = Vec::new();
            for each in untried.kinds.iter().filter(|each| wanted(each)) {
                if !found.contains(&each.kind) {
                    found.push(each.kind);
                }
            }
            found
        };
        let tried = kinds(&|each| each.wholly_tried);
        let partly =
            kinds(&|each| !each.wholly_tried && !each.tried.is_empty() && !tried.contains(&each.kind));
        let known = kinds(&|each| each.tried.is_empty() && !tried.contains(&each.kind));
        let mut said = Vec::new();
        if !known.is_empty() {
            said.push(format!("moves of {}", self.kinds(&known)));
        }
        if !partly.is_empty() {
            said.push(format!("plain moves of {}", self.kinds(&partly)));
        }
        if !tried.is_empty() {
            said.push(format!("nothing of {}", self.kinds(&tried)));
        }
        said.join("; ")
    }

    fn program(
        &self,
        kinds: &[KindForm],
        royal: &[KindId],
        sentences: &[Noted],
        short_cuts: &[ShortCut],
        lines: &mut Vec<String>,
    ) {
        for each in kinds {
            let mut line = format!("  {}: {}", self.name(each), each.form);
            if !each.becomes.is_empty() {
                line.push_str(&format!("; becomes {}", self.kinds(&each.becomes)));
            }
            if each.wholly_tried {
                line.push_str("; each move is tried");
            }
            lines.push(line);
            for noted in &each.tried {
                lines.push(format!("    tried: {}, {}", noted.what, self.by(noted.place)));
            }
        }
        lines.push(format!("  royal: {}", self.kinds(royal)));
        for noted in sentences {
            lines.push(format!("  {}, {}", noted.what, self.by(noted.place)));
        }
        for cut in short_cuts {
            let taken = if cut.taken { "taken" } else { "refused" };
            let by = cut.place.map_or_else(String::new, |place| format!(", {}", self.by(place)));
            lines.push(format!("  {taken}: {}: {}{by}", cut.what, cut.why));
        }
    }

    fn name(&self, form: &KindForm) -> String {
        let library = self.session.game.library();
        let kind = &library.kinds[form.kind.index()].name;
        form.side.map_or_else(|| kind.clone(), |side| format!("{} {kind}", library.side_name(side)))
    }

    fn as_json(&self, described: &Described, dump: bool) -> Value {
        let refusal =
            |refusal: &Refusal| json!({ "what": refusal.what, "by": self.place_json(refusal.place) });
        let quick = match &described.quick {
            Ok(quick) => {
                let mut value = json!({ "compiled": true, "squares": quick.squares });
                if dump {
                    let Quick { kinds, royal, sentences, short_cuts, .. } = quick;
                    self.dumped(&mut value, kinds, royal, sentences, short_cuts);
                }
                value
            }
            Err(refused) => json!({ "compiled": false, "refused": refusal(refused) }),
        };
        let whole = match &described.whole {
            Ok(Whole { squares, kinds, untried }) => {
                let mut value = json!({ "compiled": true, "squares": squares, "kinds_in_play": kinds });
                match untried {
                    Ok(untried) => {
                        value["not_tried"] = json!(self.not_tried(untried));
                        if dump {
                            let Untried { kinds, royal, sentences, short_cuts } = untried;
                            self.dumped(&mut value, kinds, royal, sentences, short_cuts);
                        }
                    }
                    Err(refused) => {
                        value["not_tried"] = Value::Null;
                        value["all_tried"] = refusal(refused);
                    }
                }
                value
            }
            Err(refused) => json!({ "compiled": false, "refused": refusal(refused) }),
        };
        json!({ "quick": quick, "tables": whole })
    }

    fn place_json(&self, place: Place) -> Value {
        let (cited, sentence) = cite(&self.session.sources, place);
        json!({ "place": cited, "sentence": sentence })
    }

    fn dumped(
        &self,
        value: &mut Value,
        kinds: &[KindForm],
        royal: &[KindId],
        sentences: &[Noted],
        short_cuts: &[ShortCut],
    ) {
        let library = self.session.game.library();
        let name = |kind: &KindId| library.kinds[kind.index()].name.clone();
        let noted = |noted: &Noted| json!({ "what": noted.what, "by": self.place_json(noted.place) });
        let kind = |each: &KindForm| {
            json!({
                "kind": name(&each.kind),
                "side": each.side.map(|side| library.side_name(side).to_owned()),
                "form": each.form,
                "becomes": each.becomes.iter().map(name).collect::<Vec<_>>(),
                "wholly_tried": each.wholly_tried,
                "tried": each.tried.iter().map(noted).collect::<Vec<_>>(),
            })
        };
        let cut = |cut: &ShortCut| {
            json!({
                "what": cut.what,
                "taken": cut.taken,
                "why": cut.why,
                "by": cut.place.map(|place| self.place_json(place)),
            })
        };
        value["kinds"] = kinds.iter().map(kind).collect();
        value["royal"] = royal.iter().map(name).collect();
        value["sentences"] = sentences.iter().map(noted).collect();
        value["short_cuts"] = short_cuts.iter().map(cut).collect();
    }
}
