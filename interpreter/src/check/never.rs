//! Conditions that can never hold, told from their forms alone: they ask what cannot be at once, of a piece that the
//! sentence is about, of a member that is gone through, or side by side. Raises the warning R0621. Imports `model`,
//! `exclude`.

use super::exclude::{exclude, guards_exclude};
use crate::board::Size;
use crate::codes;
use crate::model::area::{Area, apart, area, bound, wanted};
use crate::model::{EffectKind, Expr, File, Guard, Happens, Library, Node, Verb, visit};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Place;

/// Tells of conditions that never hold.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let look = Look { library, size: library.size };
    library.files.iter().for_each(|file| look.file(file, told));
}

struct Look<'l> {
    library: &'l Library,
    size: Option<Size>,
}

impl Look<'_> {
    fn file(&self, file: &File, told: &mut Vec<Diagnostic>) {
        visit::file(file, &mut |expr| visit::all(expr, &mut |part| self.inside(part, told)));
        for each in &file.moves {
            self.guards(each.subject.as_ref(), &each.guards, told);
            self.effects(&each.block, told);
        }
        for each in &file.promotions {
            self.guards(Some(&each.subject), &each.guards, told);
        }
        for each in &file.edges {
            self.guards(Some(&each.subject), &each.guards, told);
        }
        for each in &file.relations {
            // For `stop` the piece counts as standing where it would stop.
            let subject = Some(&each.subject).filter(|_| each.verb != Verb::Stop);
            self.guards(subject, &each.guards, told);
        }
        let more = file.demands.iter().map(|each| &each.guards);
        let more = more.chain(file.definitions.iter().map(|each| &each.guards));
        let more = more.chain(file.suspensions.iter().map(|each| &each.guards));
        let more = more.chain(file.ends.iter().map(|each| &each.guards));
        for guards in more.chain(file.claims.iter().map(|each| &each.guards)) {
            self.guards(None, guards, told);
        }
        for each in &file.triggers {
            let subject = match &each.happens {
                Happens::Does { subject, .. } => Some(subject),
                _ => None,
            };
            self.guards(subject, &each.guards, told);
            self.effects(&each.effects, told);
        }
    }

    fn effects(&self, effects: &[crate::model::Effect], told: &mut Vec<Diagnostic>) {
        visit::each_effect(effects, &mut |effect| match &effect.kind {
            EffectKind::ForEachSide(guards, _) => self.guards(None, guards, told),
            EffectKind::ForEach(var, set, guards, _) => {
                self.members(set, guards, &|node| matches!(node, Node::Var(name) if name == var), told);
            }
            EffectKind::Choose(choose) => self.guards(None, &choose.guards, told),
            EffectKind::Grant(grant) => self.guards(None, &grant.guards, told),
            _ => {}
        });
    }

    /// Guards of one sentence, which are met together, of the pieces that it is about.
    fn guards(&self, subject: Option<&Expr>, guards: &[Guard], told: &mut Vec<Diagnostic>) {
        if let Some(subject) = subject {
            self.members(subject, guards, &|node| matches!(node, Node::It), told);
            return;
        }
        for (at, guard) in guards.iter().enumerate() {
            let before = &guards[..at];
            let one = std::slice::from_ref(guard);
            if let Some(other) =
                before.iter().find(|other| guards_exclude(self.library, one, std::slice::from_ref(other)))
            {
                tell(guard.condition.place, other.condition.place, told);
            }
        }
    }

    /// Guards about the members of a set.
    fn members(
        &self,
        set: &Expr,
        guards: &[Guard],
        member: &dyn Fn(&Node) -> bool,
        told: &mut Vec<Diagnostic>,
    ) {
        let stand = self.size.and_then(|size| area(size, set));
        for guard in guards.iter().filter(|guard| !guard.unless) {
            let asked = self.size.and_then(|size| wanted(size, &guard.condition, member));
            tell_apart(stand, asked, [set.place, guard.condition.place], told);
        }
        self.guards(None, guards, told);
    }

    /// A part of an expression.
    fn inside(&self, part: &Expr, told: &mut Vec<Diagnostic>) {
        match &part.node {
            Node::And(all) => {
                for (at, one) in all.iter().enumerate() {
                    if let Some(other) = all[..at].iter().find(|other| exclude(self.library, other, one)) {
                        tell(one.place, other.place, told);
                    }
                }
            }
            Node::Every(_, set, var, condition) | Node::Those(set, var, condition) => {
                let Some(size) = self.size else { return };
                let asked = bound(size, *var, condition);
                tell_apart(area(size, set), asked, [set.place, condition.place], told);
            }
            _ => {}
        }
    }
}

fn tell_apart(stand: Option<Area>, asked: Option<Area>, places: [Place; 2], told: &mut Vec<Diagnostic>) {
    if let (Some(stand), Some(asked)) = (stand, asked)
        && apart(stand, asked)
    {
        tell(places[1], places[0], told);
    }
}

fn tell(place: Place, other: Place, told: &mut Vec<Diagnostic>) {
    let diagnostic =
        Diagnostic::warning(codes::NEVER, place, "this is never so together with what is said before")
            .also(other, "said before")
            .help("leave one of both out, or join them by `or`");
    told.push(diagnostic);
}
