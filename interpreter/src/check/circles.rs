//! Words and the sight of pieces that ask for each other in a circle: `field` asks what a rook meets, what it meets
//! asks what it can see, and `can see` asks `field`. Nothing could be said first. Circles of words alone are told of
//! where their types are looked for; here are those that close through `see`, or through later definitions.
//! Raises R0315. Imports `ids`, `model`, `codes`, `resolve::circle`, `visit`.

use crate::model::visit;
use crate::model::{Expr, Library, Node, Verb};
use crate::resolve::circle;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::sink::MOST_DIAGNOSTICS;
use rulemate_grammar::source::Place;

/// Who asks for whom. The first entries are the defined words, the last is sight.
struct Asks {
    links: Vec<Vec<(usize, Place)>>,
    sight: usize,
}

impl Asks {
    fn new(library: &Library) -> Asks {
        let sight = library.meanings.len();
        let mut asks = Asks { links: vec![Vec::new(); sight + 1], sight };
        for file in &library.files {
            for definition in &file.definitions {
                let from = definition.meaning.index();
                asks.add(from, &definition.body);
                definition.guards.iter().for_each(|guard| asks.add(from, &guard.condition));
            }
            for relation in file.relations.iter().filter(|relation| relation.verb == Verb::See) {
                let parts = std::iter::once(&relation.subject).chain(&relation.object);
                let guards = relation.guards.iter().map(|guard| &guard.condition);
                parts.chain(guards).for_each(|expr| asks.add(sight, expr));
            }
        }
        asks
    }

    fn add(&mut self, from: usize, expr: &Expr) {
        let sight = self.sight;
        let links = &mut self.links[from];
        visit::all(expr, &mut |part| {
            let to = match &part.node {
                Node::Meaning(meaning, _) => meaning.index(),
                Node::Met(..) | Node::Empty | Node::Right(Verb::See, ..) => sight,
                _ => return,
            };
            if !links.iter().any(|(other, _)| *other == to) {
                links.push((to, part.place));
            }
        });
    }

    /// Who can be on a circle: those that ask for themselves, by themselves or by others. Everything is gone
    /// through twice: once to find in which order all is left, and once against the links, in that order.
    fn on_circles(&self) -> Vec<bool> {
        let count = self.links.len();
        let mut left: Vec<usize> = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        for start in 0..count {
            let mut way = Vec::new();
            if !std::mem::replace(&mut seen[start], true) {
                way.push((start, 0));
            }
            while let Some((at, next)) = way.last_mut() {
                let Some((to, _)) = self.links[*at].get(*next) else {
                    left.push(*at);
                    way.pop();
                    continue;
                };
                *next += 1;
                if !std::mem::replace(&mut seen[*to], true) {
                    way.push((*to, 0));
                }
            }
        }
        let mut askers: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (from, links) in self.links.iter().enumerate() {
            links.iter().for_each(|(to, _)| askers[*to].push(from));
        }
        let mut on = vec![false; count];
        let mut reached = vec![false; count];
        for start in left.into_iter().rev() {
            let mut together = Vec::new();
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut reached[at], true) {
                    together.push(at);
                    open.extend(askers[at].iter().filter(|from| !reached[**from]));
                }
            }
            let alone = together.len() == 1 && !self.links[start].iter().any(|(to, _)| *to == start);
            together.iter().for_each(|at| on[*at] = !alone);
        }
        on
    }

    /// A circle through this one, if there is one: each member with the place where it asks for the next.
    fn circle(&self, start: usize) -> Option<Vec<(usize, Place)>> {
        let mut seen = vec![false; self.links.len()];
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((at, next)) = way.last_mut() {
            let Some((to, _)) = self.links[*at].get(*next) else {
                way.pop();
                continue;
            };
            *next += 1;
            if *to == start {
                return Some(way.iter().map(|(at, next)| (*at, self.links[*at][*next - 1].1)).collect());
            }
            if !seen[*to] {
                seen[*to] = true;
                way.push((*to, 0));
            }
        }
        None
    }
}

/// Tells of each circle once.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let asks = Asks::new(library);
    let mut done: Vec<bool> = asks.on_circles().into_iter().map(|on| !on).collect();
    let most = told.len() + MOST_DIAGNOSTICS;
    // From sight on first: such a circle is told at the sentence that closes it.
    for start in (0..asks.links.len()).rev() {
        if done[start] || told.len() > most {
            continue;
        }
        let Some(circle) = asks.circle(start) else { continue };
        let names: Vec<(String, Place)> = circle
            .iter()
            .map(|(at, place)| {
                done[*at] = true;
                let name = library.meanings.get(*at).map_or("see", |meaning| meaning.name.as_str());
                (name.to_owned(), *place)
            })
            .collect();
        told.extend(circle::told(&names));
    }
}
