//! What has become of rules, as plain data for whoever shows it: what each kind was recognised as, how laws were read,
//! which short cuts were taken. Imports `ids`, `compile`, `program`.

use super::Plan;
use crate::compile::full::origins::{Findings, Origins, Read};
use crate::compile::full::{Codes, Tables};
use crate::compile::{Compiled, Names, Refusal};
use crate::ids::{KindId, SideId};
use crate::program::full::Full;
use crate::program::full::plain::{Plain, Waker};
use crate::program::{Kind, Mode, Program, Ride, Shape};
use crate::vocabulary::Deed;
use rulemate_grammar::source::Place;

/// Both ways to play by rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The quick program, or what stands in its way.
    pub quick: Result<Quick, Refusal>,
    /// The flat tables, or what they do not hold.
    pub whole: Result<Whole, Refusal>,
}

/// A quick program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quick {
    /// How many squares a set may have.
    pub squares: usize,
    /// What each kind of each side was recognised as.
    pub kinds: Vec<KindForm>,
    /// The kinds that are royal.
    pub royal: Vec<KindId>,
    /// Laws, with how they were read.
    pub sentences: Vec<Noted>,
    /// Short cuts.
    pub short_cuts: Vec<ShortCut>,
}

/// Flat tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// How many squares a set may have.
    pub squares: usize,
    /// How many kinds may be in play.
    pub kinds: usize,
    /// What need not be tried, or why everything is.
    pub untried: Result<Untried, Refusal>,
}

/// What need not be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Untried {
    /// What each kind of each side was recognised as.
    pub kinds: Vec<KindForm>,
    /// The kinds that are royal.
    pub royal: Vec<KindId>,
    /// Sentences about the ground of walks, and about laws and triggers, with how they were read.
    pub sentences: Vec<Noted>,
    /// Short cuts.
    pub short_cuts: Vec<ShortCut>,
}

/// What a kind was recognised as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindForm {
    /// The kind.
    pub kind: KindId,
    /// Whose pieces; none: the same for both.
    pub side: Option<SideId>,
    /// In words.
    pub form: String,
    /// What it becomes at the end of some moves.
    pub becomes: Vec<KindId>,
    /// Nothing that it does is known without trying.
    pub wholly_tried: bool,
    /// The sentences by which it is tried.
    pub tried: Vec<Noted>,
}

/// A sentence, and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// Where it stands.
    pub place: Place,
    /// In words.
    pub what: String,
}

/// A way to save work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortCut {
    /// What it is.
    pub what: &'static str,
    /// It is taken.
    pub taken: bool,
    /// Why, or why not.
    pub why: String,
    /// The sentence that stands in the way.
    pub place: Option<Place>,
}

impl ShortCut {
    fn new(what: &'static str, taken: bool, why: impl Into<String>) -> ShortCut {
        ShortCut { what, taken, why: why.into(), place: None }
    }
}

/// What has become of rules.
#[must_use]
pub fn describe(plan: &Plan) -> Described {
    let quick = plan.quick.as_ref().map_err(Clone::clone).map(|(compiled, names)| match compiled {
        Compiled::Small(program) => quick(program, names, 64),
        Compiled::Middle(program) => quick(program, names, 128),
        Compiled::Large(program) => quick(program, names, 256),
    });
    let whole = plan.whole().as_ref().map_err(Clone::clone).map(|(tables, codes)| match tables {
        Tables::Small(full) => whole(full, codes, (64, 16)),
        Tables::Large(full) => whole(full, codes, (256, 32)),
    });
    Described { quick, whole }
}

/// What the pieces of a kind and a side were recognised as, by what their turns are made by; none if all is tried.
#[must_use]
pub fn form(plan: &Plan, kind: KindId, side: SideId) -> Option<String> {
    let described = describe(plan);
    let kinds = match (described.quick, described.whole) {
        (Ok(quick), _) => quick.kinds,
        (_, Ok(Whole { untried: Ok(untried), .. })) => untried.kinds,
        _ => return None,
    };
    let of = |each: &&KindForm| each.kind == kind && each.side.is_none_or(|of| of == side);
    kinds.iter().find(of).map(|each| match each.wholly_tried {
        true => "tried, each move".to_owned(),
        false => each.form.clone(),
    })
}

fn quick<const N: usize>(program: &Program<N>, names: &Names, squares: usize) -> Quick {
    let kind = |code: u8| names.kinds.get(usize::from(code)).copied();
    let mut kinds = Vec::new();
    for (side, of) in (0u8..).zip(&program.sides) {
        for each in &of.kinds {
            let Some(id) = kind(each.code) else { continue };
            let castles = of.castles.iter().any(|castle| castle.code == each.code);
            kinds.push(KindForm {
                kind: id,
                side: Some(SideId(side)),
                form: worded(each, castles),
                becomes: each.becomes.iter().filter_map(|code| kind(*code)).collect(),
                wholly_tried: false,
                tried: Vec::new(),
            });
        }
    }
    let royal = (0u8..32).filter(|code| program.sides.iter().any(|side| side.royal >> code & 1 == 1));
    Quick {
        squares,
        kinds: alike(kinds),
        royal: royal.filter_map(kind).collect(),
        sentences: names.laws.iter().map(|(place, read)| law(*place, *read)).collect(),
        short_cuts: quick_short_cuts(program, names),
    }
}

fn quick_short_cuts<const N: usize>(program: &Program<N>, names: &Names) -> Vec<ShortCut> {
    let forbidden = program.sides.iter().any(|side| !side.laws.forbidden.is_empty());
    let danger = program.sides.iter().any(|side| side.laws.danger);
    let direct = match (forbidden, danger) {
        (true, _) => "a law that is not of royal pieces is asked of each turn",
        (false, true) => {
            "all takes are steps, slides and runs; where a side has several royal pieces, or a piece takes in \
             passing, castles, or becomes royal or no longer, the turn is tried"
        }
        (false, false) => "no law is left that a turn could break",
    };
    let slides = program.sides.iter().flat_map(|side| &side.kinds).flat_map(|kind| &kind.rides);
    let (mut lined, mut others) = (false, false);
    for ride in slides {
        lined |= ride.orthogonal || ride.diagonal;
        others |= !ride.rays.is_empty();
    }
    let tables = program.geometry.files == 8 && program.geometry.ranks == 8;
    let slides = match (lined, others, tables) {
        (false, false, _) => "nothing slides",
        (true, false, true) => "what stands on ranks, files and diagonals is looked up in a table",
        (_, true, true) => {
            "what stands on ranks, files and diagonals is looked up in a table; other slides are rays, cut at the first \
             piece"
        }
        _ => "slides are rays, cut at the first piece",
    };
    let asked = names.laws.iter().find(|(_, read)| *read == Read::Asked).map(|(place, _)| *place);
    vec![
        ShortCut {
            place: asked,
            ..ShortCut::new("turns from who takes the royal piece and who is pinned", !forbidden, direct)
        },
        ShortCut::new(
            "the last ply by sets of targets",
            !forbidden,
            if forbidden { "each turn is tried" } else { "what a piece may do is a set of squares" },
        ),
        ShortCut::new("slides by what stands on their lines", lined || others, slides),
        ShortCut::new(
            "no end is asked where turns are left",
            !program.ends_with_turns,
            if program.ends_with_turns {
                "some end wins or loses though there may be turns"
            } else {
                "no end wins or loses as long as there is a turn"
            },
        ),
    ]
}

fn whole<const N: usize>(full: &Full<N>, codes: &Codes, (squares, kinds): (usize, usize)) -> Whole {
    let untried = match (&full.plain, &codes.findings.refused) {
        (_, Some(refused)) => Err(refused.clone()),
        (Some(plain), None) => Ok(untried(full, plain, codes)),
        (None, None) => Err(Refusal { what: "nothing is known", place: codes.origins.game }),
    };
    Whole { squares, kinds, untried }
}

fn untried<const N: usize>(full: &Full<N>, plain: &Plain<N>, codes: &Codes) -> Untried {
    let Codes { origins, findings, .. } = codes;
    let mut kinds = Vec::new();
    for (side, of) in (0u8..).zip(&plain.sides) {
        for (code, mover) in (0u8..).zip(&of.kinds) {
            let side = SideId(side);
            let tried = findings.tried.iter().filter(|each| each.code == code && each.side == side);
            let becomes = mover.walks.becomes.iter();
            kinds.push(KindForm {
                kind: codes.kinds[usize::from(code)],
                side: Some(side),
                form: worded(&mover.walks, !mover.castlings.is_empty()),
                becomes: becomes.filter_map(|each| codes.kinds.get(usize::from(*each)).copied()).collect(),
                wholly_tried: mover.wholly_odd,
                tried: tried.map(|each| Noted { place: each.place, what: each.what.to_owned() }).collect(),
            });
        }
    }
    let royal = (0..codes.in_play).filter(|code| plain.royal >> code & 1 == 1).map(|code| codes.kinds[code]);
    let mut sentences = Vec::new();
    let note = |places: &[Place], what: &str| -> Vec<Noted> {
        places.iter().map(|place| Noted { place: *place, what: what.to_owned() }).collect()
    };
    sentences.extend(note(&findings.blocks, "stops walks at squares"));
    sentences.extend(note(&findings.doors, "opens doors: walks go on elsewhere"));
    sentences.extend(note(&findings.passing, "lets makers of a fact be taken"));
    sentences.extend(laws(origins, findings));
    for (index, place) in (0u16..).zip(&origins.triggers) {
        let waker = plain.wakers.iter().find(|waker| waker.trigger == index);
        sentences.push(Noted { place: *place, what: woken(waker, origins) });
    }
    Untried {
        kinds: alike(kinds),
        royal: royal.collect(),
        sentences,
        short_cuts: whole_short_cuts(full, plain, codes),
    }
}

fn laws(origins: &Origins, findings: &Findings) -> Vec<Noted> {
    origins.laws.iter().zip(&findings.laws).map(|(place, read)| law(*place, *read)).collect()
}

/// How a law was read.
fn law(place: Place, read: Read) -> Noted {
    let what = match read {
        Read::Suspended => "a law that is suspended",
        Read::OfRoyals => "the law of royal pieces",
        Read::Unbroken => "a law that is never broken by plain moves",
        Read::Asked => "a law that is asked of each turn",
    };
    Noted { place, what: what.to_owned() }
}

/// How a trigger bears on what is legal.
fn woken(waker: Option<&Waker>, origins: &Origins) -> String {
    let Some(waker) = waker else { return "a trigger that does not bear on what is legal".to_owned() };
    if !waker.bears() {
        return "a trigger that follows a turn: a move is made without it while it surely does nothing"
            .to_owned();
    }
    let by = match waker.deed {
        None => "the end of each turn",
        Some(Deed::Moves) => "who moves",
        Some(Deed::Acts) => "who acts",
        Some(Deed::Castles) => "who castles",
        Some(Deed::Takes) => "who takes",
        Some(Deed::IsTaken) => "who is taken",
        Some(Deed::Arrives) => "who arrives",
        Some(Deed::Promotes) => "who promotes",
        Some(Deed::IsDisplaced) => "who is displaced",
    };
    let mut text = format!("a trigger that may bear on what is legal, woken by {by}");
    if waker.does {
        text.push_str(": it does more than to set facts");
    }
    if !waker.laws.is_empty() {
        let asking = waker.laws.iter().filter(|law| usize::from(**law) < origins.laws.len()).count();
        text.push_str(&format!(
            "{} {asking} law",
            if waker.does { ", and sets what is asked by" } else { ": it sets what is asked by" }
        ));
        text.push_str(if asking == 1 { "" } else { "s" });
    }
    if waker.undoes_nothing {
        text.push_str("; it takes no turn back");
    }
    text
}

fn whole_short_cuts<const N: usize>(full: &Full<N>, plain: &Plain<N>, codes: &Codes) -> Vec<ShortCut> {
    let Codes { origins, findings, .. } = codes;
    let first = |wanted: fn(&Read) -> bool| {
        let law = findings.laws.iter().position(wanted)?;
        origins.laws.get(law).copied()
    };
    let asked = first(|read| *read == Read::Asked);
    let bearing: Vec<&Waker> = plain.wakers.iter().filter(|waker| waker.bears()).collect();
    let waker = bearing.first().and_then(|waker| origins.triggers.get(usize::from(waker.trigger)).copied());
    let odd = plain.sides.iter().any(|side| side.odd_threats != 0);
    let unbounded = plain.sides.iter().any(|side| side.unbounded != 0);
    let wholly: Vec<usize> = (0..codes.in_play)
        .filter(|code| plain.sides.iter().any(|side| side.kinds[*code].wholly_odd))
        .collect();
    let tried = findings.tried.iter().find(|each| each.wholly).map(|each| each.place);
    let of = |what, taken, why: String, place| ShortCut { what, taken, why, place };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    vec![
        of(
            "plain walks as sets of squares",
            wholly.len() < codes.in_play,
            match wholly.len() {
                0 => "of each kind plain moves are known".to_owned(),
                count => format!("of {count} kind{} all is tried", plural(count)),
            },
            tried,
        ),
        of(
            "plain moves are legal without being made",
            plain.laws.is_empty(),
            match plain.laws.len() {
                0 => "no law but that of royal pieces can be broken by one".to_owned(),
                count => format!(
                    "only where {count} law{} surely sleep{}",
                    plural(count),
                    if count == 1 { "s" } else { "" }
                ),
            },
            asked,
        ),
        of(
            "triggers need not run to judge a plain move",
            bearing.is_empty(),
            match bearing.len() {
                0 => "none bears on what is legal".to_owned(),
                count => format!(
                    "only where {count} of {} surely sleep{}",
                    origins.triggers.len(),
                    if count == 1 { "s" } else { "" }
                ),
            },
            waker,
        ),
        unturned(plain, origins),
        of(
            "laws and triggers that ask for threats sleep where no royal piece could be taken at most",
            plain.calm,
            if plain.calm { "of either side, behind a move" } else { "none of them asks" }.to_owned(),
            None,
        ),
        of(
            "threats from sets of squares",
            !odd,
            match (odd, unbounded) {
                (false, _) => "all takes are plain walks",
                (true, false) => "of some kinds it is known only where they take at most",
                (true, true) => "some kinds may take otherwise than by plain walks",
            }
            .to_owned(),
            None,
        ),
        of(
            "known turns are counted, not listed",
            !full.traits.demands_if_possible || plain.demands,
            match (full.traits.demands_if_possible, plain.demands) {
                (false, _) => "turns that are known add their number; the rest is tried",
                (true, true) => "the same, where no piece that must take could",
                (true, false) => "a demand is met only if it can be",
            }
            .to_owned(),
            None,
        ),
    ]
}

/// Whether plain moves are made without the happenings of a whole turn, and where not.
fn unturned<const N: usize>(plain: &Plain<N>, origins: &Origins) -> ShortCut {
    let (taken, why, place) = match &plain.reactions {
        None => (false, "something may follow once a turn stands, or come before one".to_owned(), None),
        Some(reactions) => {
            let whole: Vec<u16> =
                reactions.iter().filter(|each| each.does.is_none()).map(|each| each.trigger).collect();
            let place = whole.first().and_then(|index| origins.triggers.get(usize::from(*index)).copied());
            match whole.len() {
                0 => (true, "what they set off is a list of facts to be set".to_owned(), None),
                count => {
                    let (s, who) = if count == 1 { ("s", "trigger") } else { ("", "triggers") };
                    (
                        false,
                        format!("only where {count} {who} wait{s} for other moves or surely sleep{s}"),
                        place,
                    )
                }
            }
        }
    };
    ShortCut { what: "plain moves are made without a whole turn", taken, why, place }
}

/// Of kinds that are the same for both sides one entry.
fn alike(kinds: Vec<KindForm>) -> Vec<KindForm> {
    let mut told: Vec<KindForm> = Vec::new();
    for each in kinds {
        let same = told.iter_mut().find(|other| KindForm { side: other.side, ..each.clone() } == **other);
        match same {
            Some(other) => other.side = None,
            None => told.push(each),
        }
    }
    told.sort_by_key(|each| (each.kind, each.side.map(|side| side.0)));
    told
}

/// The moves of a kind in words.
fn worded<const N: usize>(kind: &Kind<N>, castles: bool) -> String {
    let any = |has: fn(&crate::program::Landings<N>) -> bool| kind.landings.iter().any(has);
    let mut parts: Vec<String> = Vec::new();
    if any(|steps| !steps.both.is_empty()) {
        parts.push("steps or leaps".to_owned());
    }
    if any(|steps| !steps.quiet.is_empty()) {
        parts.push("steps or leaps without taking".to_owned());
    }
    if any(|steps| !steps.take.is_empty()) {
        parts.push("steps or leaps only to take".to_owned());
    }
    if any(|steps| !steps.passing.is_empty()) {
        parts.push("takes in passing".to_owned());
    }
    parts.extend(kind.rides.iter().map(|ride| format!("{}{}", slide(ride), mode(ride.mode))));
    for run in &kind.runs {
        let marks = if run.marks { " that marks what it passes" } else { "" };
        let run = format!("a run of fixed length{}{marks}", mode(run.mode));
        if !parts.contains(&run) {
            parts.push(run);
        }
    }
    if castles {
        parts.push("castles".to_owned());
    }
    let parts = match parts.is_empty() {
        true => "none".to_owned(),
        false => parts.join(", "),
    };
    match kind.shape {
        Shape::Leaper if parts != "none" => format!("leaper{}", if castles { ", castles" } else { "" }),
        Shape::Slider { .. } => {
            let along = kind.rides.first().map_or_else(String::new, slide);
            format!("slider{}{}", along.trim_start_matches("slides"), if castles { ", castles" } else { "" })
        }
        _ if parts == "none" => "no moves".to_owned(),
        _ => format!("several sorts: {parts}"),
    }
}

fn slide(ride: &Ride) -> String {
    let mut along = match (ride.orthogonal, ride.diagonal) {
        (true, true) => "ranks, files and diagonals".to_owned(),
        (true, false) => "ranks and files".to_owned(),
        (false, true) => "diagonals".to_owned(),
        (false, false) => String::new(),
    };
    if !ride.rays.is_empty() {
        if !along.is_empty() {
            along.push_str(" and ");
        }
        let count = ride.rays.len();
        along.push_str(&format!("{count} ray{}", if count == 1 { "" } else { "s" }));
    }
    format!("slides along {along}")
}

fn mode(mode: Mode) -> &'static str {
    match (mode.quiet, mode.take) {
        (true, true) => "",
        (true, false) => " without taking",
        (false, _) => " only to take",
    }
}
