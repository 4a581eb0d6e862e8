//! What a player meant by a move that cannot be played, and why it cannot. Imports `ids`, `position`,
//! `engine`, `notation`.

use super::Game;
use crate::engine::{Explanation, Reason};
use crate::ids::{LabelId, SideId, Square};
use crate::notation::lexicon::square;
use crate::notation::{coordinate, san, san_read};
use crate::position::{Outcome, Part, Pending, Position, Turn};

/// Why a move was not played. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game is over.
    Over(Outcome),
    /// The text means nothing here.
    Unknown {
        /// As it was said.
        said: String,
        /// What may have been meant, in human form.
        candidates: Vec<String>,
        /// What is wrong with it as a text, or how such a thing is written.
        hint: Option<String>,
    },
    /// The text could mean each of these.
    Several {
        /// As it was said.
        said: String,
        /// In human form.
        candidates: Vec<String>,
    },
    /// A decision is waited for, and this is not among its options.
    Waits {
        /// As it was said.
        said: String,
        /// Whose decision it is: the name of a side, or `chance`.
        whose: String,
        /// The options, in human form.
        candidates: Vec<String>,
    },
    /// The rules refuse it.
    Illegal {
        /// As it was said.
        said: String,
        /// All that refuses it.
        reasons: Vec<Reason>,
    },
}

impl Refused {
    pub(super) fn unknown(said: &str, candidates: Vec<String>) -> Refused {
        Refused::Unknown { said: said.to_string(), candidates, hint: None }
    }

    fn hinting(self, game: &Game) -> Refused {
        match self {
            Refused::Unknown { said, candidates, hint: known } => {
                let guess = || hint(game, &said).or_else(|| example(game));
                let hint = off_board(game, &said).or(known);
                let hint = hint.or_else(|| candidates.is_empty().then(guess).flatten());
                Refused::Unknown { said, candidates, hint }
            }
            other => other,
        }
    }

    /// One line without a full stop, in lower case; the reasons and candidates are told apart from it.
    #[must_use]
    pub fn message(&self, game: &Game) -> String {
        match self {
            Refused::Over(outcome) => format!("the game is over: {}", game.outcome_text(outcome)),
            Refused::Unknown { said, .. } => format!("`{said}` is no legal move"),
            Refused::Several { said, .. } => format!("`{said}` could be several moves"),
            Refused::Waits { said, whose, .. } => {
                format!("`{said}` is not among the options: {whose} has to decide first")
            }
            Refused::Illegal { said, .. } => format!("`{said}` is illegal"),
        }
    }

    /// What to write instead, if something is known.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let join = |candidates: &[String]| {
            candidates.iter().map(|each| format!("`{each}`")).collect::<Vec<_>>().join(", ")
        };
        match self {
            Refused::Unknown { candidates, hint, .. } => {
                let legal = || format!("legal are for instance {}", join(candidates));
                let legal = (!candidates.is_empty()).then(legal);
                let all: Vec<String> = hint.iter().cloned().chain(legal).collect();
                (!all.is_empty()).then(|| all.join("; "))
            }
            Refused::Waits { candidates, .. } if candidates.len() > LISTED => {
                let some = join(&candidates[..NAMED]);
                Some(format!("there are {} options, as {some}", candidates.len()))
            }
            Refused::Waits { candidates, .. } => Some(format!("the options are {}", join(candidates))),
            Refused::Several { candidates, .. } => Some(format!("write one of {}", join(candidates))),
            _ => None,
        }
    }

    /// The code of its page.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refused::Unknown { .. } | Refused::Waits { .. } => crate::notation::codes::MOVE,
            Refused::Several { .. } => crate::notation::codes::SEVERAL,
            Refused::Illegal { .. } | Refused::Over(_) => crate::notation::codes::ILLEGAL,
        }
    }
}

/// How many moves are named at most as what may have been meant.
const NAMED: usize = 6;

/// Of so many pieces that do not go somewhere each is told of.
const FEW: usize = 2;

/// How many options are listed whole.
const LISTED: usize = 16;

pub(super) fn find(game: &Game, text: &str) -> Result<Turn, Refused> {
    let (rules, position, turns) = (game.rules(), game.position(), game.turns());
    if let Some(outcome) = game.outcome().filter(|outcome| turns.is_empty() || outcome.winner.is_some()) {
        return Err(Refused::Over(outcome));
    }
    let said = text.trim();
    if let Some(reason) = turns.is_empty().then(|| game.given_up()).flatten() {
        return Err(Refused::Illegal { said: said.to_string(), reasons: vec![reason] });
    }
    let found = meaning(game, said);
    match found[..] {
        [one] => Ok(one.clone()),
        [] if game.waits() => Err(Refused::Waits {
            said: said.to_string(),
            whose: game.who().map_or("chance", |side| game.library().side_name(side)).to_string(),
            candidates: san::bodies(rules, position, turns),
        }),
        [] => Err(why_not(game, said).hinting(game)),
        _ => {
            let bodies = san::bodies(rules, position, turns);
            let candidates = turns.iter().zip(bodies).filter(|(turn, _)| found.contains(turn));
            let candidates = candidates.map(|(_, body)| body).take(NAMED).collect();
            Err(Refused::Several { said: said.to_string(), candidates })
        }
    }
}

/// The legal turns that a text can mean.
fn meaning<'g>(game: &'g Game, said: &str) -> Vec<&'g Turn> {
    let (rules, position, turns) = (game.rules(), game.position(), game.turns());
    let mut found = coordinate::read(rules, position, turns, said);
    if found.is_empty() {
        found = san_read::read(rules, position, turns, said);
    }
    if found.is_empty() {
        found = coordinate::shortened(rules, turns, said);
    }
    if found.is_empty() {
        found = san_read::shortened(rules, position, turns, said);
    }
    found
}

/// What refuses the moves that the text names by squares or signs; else what resembles it.
fn why_not(game: &Game, said: &str) -> Refused {
    let bodies = san::bodies(game.rules(), game.position(), game.turns());
    let coordinates = game.coordinates();
    let begun = longer(said, &bodies, &coordinates, true);
    if let Some(first) = begun.first() {
        let mut reasons = must_go_on(game, said);
        if reasons.is_empty() {
            return Refused::unknown(said, begun);
        }
        reasons.push(Reason::plain(format!("legal is for instance `{first}`")));
        return Refused::Illegal { said: said.to_string(), reasons };
    }
    let parts = parts(said);
    if let [first, _, ..] = parts[..] {
        return wrong_part(game, said, &parts).unwrap_or_else(|| match reasons(game, first) {
            none if none.is_empty() => Refused::unknown(said, alike(said, &bodies, &coordinates)),
            reasons => Refused::Illegal { said: said.to_string(), reasons },
        });
    }
    let castles = castles_there(game, said, &bodies);
    if !castles.is_empty() {
        return Refused::unknown(said, castles);
    }
    let longer = longer(said, &bodies, &coordinates, false);
    let reasons = reasons(game, said);
    if !reasons.is_empty() && (longer.is_empty() || leads(game, said)) {
        return Refused::Illegal { said: said.to_string(), reasons };
    }
    if !longer.is_empty() {
        return Refused::unknown(said, longer);
    }
    Refused::unknown(said, alike(said, &bodies, &coordinates))
}

/// Of several parts of a turn the first that cannot follow those before it: what stands in its place there, and what
/// refuses it. None if the first of all begins no turn.
fn wrong_part(game: &Game, said: &str, parts: &[&str]) -> Option<Refused> {
    // No more is said of a turn than it has parts.
    let longest = game.turns().iter().map(|turn| turn.parts.len()).max().unwrap_or(0);
    for count in (1..parts.len().min(longest + 1)).rev() {
        let (head, next) = (parts[..count].join(", "), parts[count]);
        let begun = game.begun(&head);
        let first = begun.first().map(|(turn, count)| Turn { parts: turn.parts[..*count].to_vec() });
        let whole = match meaning(game, &head)[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        let Some(so_far) = first.clone().or_else(|| whole.clone()) else { continue };
        let mut all = Vec::new();
        let mut moves = true;
        if first.is_some() {
            let (options, choices) = going_on(game, &begun);
            moves = !choices;
            if !game.has_form(next) {
                let bodies = san::bodies(game.rules(), game.position(), game.turns());
                let whole = game.turns().iter().zip(bodies);
                let whole = whole.filter(|(turn, _)| begun.iter().any(|(each, _)| each == turn));
                let hint = Some(format!("`{head}` begins a turn, and `{next}` means nothing behind it"));
                let candidates = whole.map(|(_, body)| body).take(NAMED).collect();
                return Some(Refused::Unknown { said: said.to_string(), candidates, hint });
            }
            all.push(Reason::plain(format!("`{head}` begins a turn, and `{next}` cannot follow in it")));
            let options = match options.len() {
                1 => format!("what follows there is {}", options[0]),
                _ => format!("what can follow there is {}", listed(&options)),
            };
            all.push(Reason::plain(options));
        } else {
            all.push(Reason::plain(format!("`{head}` is a whole turn, and no such move follows in it")));
        }
        if moves {
            let refused = reasons(&behind(game, &so_far), next);
            all.splice(1..1, refused);
        }
        return Some(Refused::Illegal { said: said.to_string(), reasons: all });
    }
    None
}

/// How turns that begin alike go on, each way once, and whether it is choices that follow.
fn going_on(game: &Game, begun: &[(&Turn, usize)]) -> (Vec<String>, bool) {
    let Some((first, count)) = begun.first() else { return (Vec::new(), false) };
    let alike = |turn: &Turn| turn.parts.len() > *count && turn.parts[..*count] == first.parts[..*count];
    let turns: Vec<Turn> = begun.iter().map(|(turn, _)| *turn).filter(|turn| alike(turn)).cloned().collect();
    let choices = turns.iter().all(|turn| matches!(turn.parts[*count], Part::Choice(_)));
    let next = san_read::next(game.rules(), game.position(), &turns, *count);
    (next.into_iter().map(|next| format!("`{}`", next.text)).collect(), choices)
}

/// Some of them, and how many there are if that is not all.
fn listed(options: &[String]) -> String {
    match options.len() {
        many if many > LISTED => format!("one of {many} parts, as {}", options[..NAMED].join(", ")),
        _ => options.join(", "),
    }
}

/// What demands that a turn goes on with a further move where a text stops.
fn must_go_on(game: &Game, said: &str) -> Vec<Reason> {
    let begun = game.begun(said);
    let Some((turn, count)) = begun.first() else { return Vec::new() };
    if !matches!(turn.parts.get(*count), Some(Part::Move(_))) {
        return Vec::new();
    }
    let short = Turn { parts: turn.parts[..*count].to_vec() };
    game.engine.play(game.position(), &short).err().unwrap_or_default()
}

/// The game with a turn declared that does not stand yet.
fn behind(game: &Game, turn: &Turn) -> Game {
    let position = game.position();
    let before = position.pending.iter().flat_map(|pending| &pending.declared);
    let declared = before.chain(&turn.parts).cloned().collect();
    let pending = Pending { declared, who: Some(position.player), stands: false, starting: Vec::new() };
    let position = Position { pending: Some(Box::new(pending)), ..position.clone() };
    Game::from_position(game.engine(), game.lexicon(), position)
}

/// The act that a text names: with what it says before the square, the square of a piece, none for an act of the side,
/// and the label.
fn act<'t>(game: &Game, plain: &'t str) -> Option<(&'t str, Option<Square>, LabelId)> {
    let plain = plain.trim_start_matches('^');
    let (head, rest) = plain.split_once('@').unwrap_or(("", plain));
    let name = rest.split('*').next().unwrap_or(rest);
    let at = game.library().labels.iter().position(|label| label.eq_ignore_ascii_case(name))?;
    let label = LabelId::from_index(at);
    if head.is_empty() {
        return Some((head, None, label));
    }
    let (begins, at) = *squares_in(head).last()?;
    (head[begins..] == at.to_string()).then_some((&head[..begins], Some(at), label))
}

/// What refuses an act; nothing if the text names none.
fn act_explained(game: &Game, said: &str) -> Option<Explanation> {
    let plain = san_read::strip(said);
    let (sign, at, label) = act(game, &plain)?;
    let mut told = game.engine.explain_act(game.position(), at, label);
    let lexicon = game.rules().lexicon;
    let so_far = game.engine.so_far(game.position());
    let own = at.and_then(|at| so_far.at(at)).map(|id| so_far.piece(id));
    let own = own.filter(|piece| piece.owner == so_far.player);
    if let (Some(piece), Some(at)) = (own, at)
        && !sign.is_empty()
        && !lexicon.sign(piece.kind, SideId(0)).eq_ignore_ascii_case(sign)
        && !told.refused.is_empty()
    {
        let kind = &game.library().kinds[piece.kind.index()].name;
        told.refused = vec![Reason::plain(format!("`{sign}` is not how the {kind} on {at} is written"))];
    }
    (told.leads || !told.refused.is_empty()).then_some(told)
}

/// The legal castlings that bring their mover from where a text says to where it says.
fn castles_there(game: &Game, said: &str, bodies: &[String]) -> Vec<String> {
    let meant = meant(game, said);
    let there = |turn: &Turn| match turn.parts.first() {
        Some(Part::Move(declared)) if declared.partner.is_some() => {
            declared.origin.zip(declared.target).is_some_and(|way| meant.contains(&way))
        }
        _ => false,
    };
    game.turns().iter().zip(bodies).filter(|(turn, _)| there(turn)).map(|(_, body)| body.clone()).collect()
}

/// That a text names a square that the board does not have.
fn off_board(game: &Game, said: &str) -> Option<String> {
    let size = game.rules().lexicon.size;
    let named = squares_in(said);
    let (_, off) = named.iter().find(|(_, at)| !size.has(*at))?;
    let last = Square::at(size.files - 1, size.ranks - 1);
    Some(format!("`{off}` is no square of the board, which goes from a1 to {last}"))
}

/// What is wrong with a text that means no move.
fn hint(game: &Game, said: &str) -> Option<String> {
    let position = game.position();
    let player = game.library().side_name(position.player);
    let plain = san_read::strip(said);
    let named = squares_in(&plain);
    if castlings(game, &plain).is_some_and(|pairs| pairs.is_empty()) {
        return Some(format!("{player} has no pieces that could castle so"));
    }
    let can_castle = !game.rules().engine.castling_pairs(position).is_empty();
    if can_castle && plain.to_ascii_lowercase().starts_with("castl") {
        return Some("castling is written `O-O` or `O-O-O`".to_string());
    }
    let (at, _) = *named.first().filter(|_| named.len() == 1)?;
    let head = plain[..at].trim_end_matches(['x', '-', ':']);
    let is_sign = !head.is_empty() && !head.starts_with(|letter: char| letter.is_ascii_lowercase());
    let none = meant(game, said).is_empty() && is_sign && game.has_form(said);
    none.then(|| format!("{player} has no piece that `{head}` could mean"))
}

/// How a move is written, by one that is legal.
fn example(game: &Game) -> Option<String> {
    let turn = game.turns().iter().position(|turn| matches!(turn.parts[..], [Part::Move(_)]))?;
    let san = game.sans().swap_remove(turn);
    Some(format!("a move is written like `{san}` or `{}`", game.coordinates()[turn]))
}

/// What refuses one move: where some rule leads there, what it is that this one meets; else that none does.
fn reasons(game: &Game, said: &str) -> Vec<Reason> {
    if let Some(told) = act_explained(game, said) {
        return told.refused;
    }
    let all: Vec<Explanation> =
        meant(game, said).into_iter().map(|(from, to)| game.explain(from, to)).collect();
    let any = all.iter().any(|each| each.leads);
    if !any && all.len() > FEW {
        let to = squares_in(&san_read::strip(said)).last().map(|(_, to)| to.to_string());
        let text = to.map(|to| format!("none of the {} pieces that could be meant goes to {to}", all.len()));
        return text.map(Reason::plain).into_iter().collect();
    }
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in all.into_iter().filter(|each| each.leads || !any).flat_map(|each| each.refused) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

/// Whether some rule leads a piece that the text can mean to where it says.
pub(super) fn leads(game: &Game, said: &str) -> bool {
    if let Some(told) = act_explained(game, said) {
        return told.leads;
    }
    meant(game, said.trim()).into_iter().any(|(from, to)| game.explain(from, to).leads)
}

/// From where and to where a text that names one move can mean to go: where some rule leads there, such a way alone.
pub(super) fn ways(game: &Game, said: &str) -> Vec<(Square, Square)> {
    if parts(said).len() > 1 || said.contains('@') {
        return Vec::new();
    }
    let mut ways = meant(game, said);
    let leads: Vec<bool> = ways.iter().map(|(from, to)| game.explain(*from, *to).leads).collect();
    if leads.contains(&true) {
        let mut leads = leads.into_iter();
        ways.retain(|_| leads.next().unwrap_or(true));
    }
    ways
}

/// The moves and choices of a turn that a text says.
fn parts(said: &str) -> Vec<&str> {
    said.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The legal turns of which the text is a part, if only the beginning.
fn longer(said: &str, bodies: &[String], coordinates: &[String], begins: bool) -> Vec<String> {
    let plain = san_read::strip(said);
    let wanted = parts(&plain);
    // A kind that is chosen stands behind its move without a comma.
    let is = |part: &str, wanted: &str| {
        let same = |part: &str| san_read::same_but_for_case(part, wanted);
        same(part) || part.split_once('=').is_some_and(|(part, _)| same(part))
    };
    let has = |text: &str| {
        let all = parts(text);
        let mut places = all.windows(wanted.len().max(1)).take(if begins { 1 } else { all.len() });
        !wanted.is_empty()
            && places.any(|some| some.iter().zip(&wanted).all(|(part, wanted)| is(part, wanted)))
    };
    let found = bodies.iter().zip(coordinates).filter(|(body, coordinate)| has(body) || has(coordinate));
    found.map(|(body, _)| body.clone()).take(NAMED).collect()
}

/// Pairs of squares that an unreadable or illegal move may be about.
fn meant(game: &Game, said: &str) -> Vec<(Square, Square)> {
    let (position, lexicon) = (&game.engine.so_far(game.position()), game.rules().lexicon);
    let plain = san_read::strip(said);
    if let Some(pairs) = castlings(game, &plain) {
        return pairs;
    }
    let squares = squares_in(&plain);
    let Some((_, to)) = squares.last().copied().filter(|(_, to)| lexicon.size.has(*to)) else {
        return Vec::new();
    };
    if let [(_, from), ..] = squares[..]
        && from != to
    {
        return vec![(from, to)];
    }
    let head = &plain[..squares[0].0];
    let own = |id: &crate::ids::PieceId| position.piece(*id).owner == position.player;
    let mut from: Vec<Square> = Vec::new();
    for id in position.ids().filter(own) {
        let piece = position.piece(id);
        let (Some(at), true) = (position.square_of(id), position.is_present(id)) else { continue };
        let sign =
            if lexicon.unmarked == Some(piece.kind) { "" } else { lexicon.sign(piece.kind, SideId(0)) };
        let Some(rest) = head.strip_prefix(sign) else { continue };
        let rest = rest.trim_end_matches(['x', '-', ':']);
        let file = char::from(b'a' + at.file()).to_string();
        let rank = (at.rank() + 1).to_string();
        if rest.is_empty() || rest == file || rest == rank {
            from.push(at);
        }
    }
    from.into_iter().filter(|from| *from != to).map(|from| (from, to)).collect()
}

/// Mover and goal, or mover and partner, if the text castles.
fn castlings(game: &Game, plain: &str) -> Option<Vec<(Square, Square)>> {
    let letters = plain.to_ascii_uppercase().replace('0', "O").replace('-', "");
    let toward_last = match letters.as_str() {
        "OO" => true,
        "OOO" => false,
        _ => return None,
    };
    let position = game.position();
    let mut pairs = Vec::new();
    for (mover, partner) in game.rules().engine.castling_pairs(position) {
        let (Some(from), Some(to)) = (position.square_of(mover), position.square_of(partner)) else {
            continue;
        };
        if position.piece(mover).owner == position.player && (to.file() > from.file()) == toward_last {
            pairs.push((from, to));
        }
    }
    Some(pairs)
}

/// The squares named in a text, with where each begins.
fn squares_in(text: &str) -> Vec<(usize, Square)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).take(2).count();
        match rest.get(..1 + digits).and_then(square) {
            Some(square) => {
                found.push((at, square));
                at += 1 + digits;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// Legal moves whose texts are nearest to what was said.
fn alike(said: &str, sans: &[String], coordinates: &[String]) -> Vec<String> {
    let said: String = said.chars().take(24).collect();
    let distance = |text: &str| {
        rulemate_grammar::suggest::edit_distance(&said.to_ascii_lowercase(), &text.to_ascii_lowercase())
    };
    let mut ranked: Vec<(usize, &String)> = sans
        .iter()
        .zip(coordinates)
        .map(|(san, coordinate)| (distance(san).min(distance(coordinate)), san))
        .collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    let near = if said.chars().count() <= 3 { 1 } else { 2 };
    ranked
        .into_iter()
        .filter(|(distance, _)| *distance <= near)
        .map(|(_, san)| san.clone())
        .take(NAMED)
        .collect()
}
