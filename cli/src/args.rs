//! What can be said on the command line. Imports clap, and what takes the place of `simulation`'s settings.

use crate::simulation::Flags;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Play, check and study chess variants written as rule files.
#[derive(Debug, Parser)]
#[command(name = "rulemate", version, about, propagate_version = true)]
pub struct Cli {
    /// A folder with further rule files; they come before the built-in ones. Can be given several times.
    #[arg(long, global = true, value_name = "DIR")]
    pub rules: Vec<PathBuf>,
    /// Print for programs, as JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for mistakes in rule files and folders.
    Check {
        /// Rule files, or folders of them.
        #[arg(required_unless_present = "pairs", value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// The game in which events are checked; else the one whose deck they belong to.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Say of each two events of a folder whether they can hold together, and in what they contradict each other.
        #[arg(long, value_name = "DIR", conflicts_with = "paths")]
        pairs: Option<PathBuf>,
    },
    /// List the deck: each event with its conditions, and whether the player may start it.
    Events {
        /// A game's name, or the path of its rule file; else the first game that has a deck.
        game: Option<String>,
        /// Where in it.
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// List the legal turns, one a line: coordinate form, a tab, human form.
    Moves(GameArgs),
    /// Count legal turns, depth by depth.
    Perft {
        /// Which game, and where in it.
        #[command(flatten)]
        game: GameArgs,
        /// How many turns deep.
        depth: u32,
        /// Show the count behind each turn.
        #[arg(long)]
        divide: bool,
        /// How the last ply is counted, where the rules have a quick program.
        #[arg(long, value_enum, value_name = "HOW", default_value_t)]
        count: CountName,
        /// Hold compiled and plain to each other at every position on the way; show the first difference.
        #[arg(long, conflicts_with_all = ["divide", "count", "engine"])]
        compare: bool,
    },
    /// Say what has become of the rules: whether they have a quick program, and what need not be tried.
    Compile {
        /// Which game, and where in it.
        #[command(flatten)]
        game: GameArgs,
        /// Print both programs: what each kind was recognised as, and which short cuts were taken.
        #[arg(long)]
        dump: bool,
    },
    /// Say which rule makes a move legal, or everything that refuses it; or what the piece on a square can do.
    Explain {
        /// Which game, and where in it.
        #[command(flatten)]
        game: GameArgs,
        /// A move in either form, or a square.
        #[arg(value_name = "MOVE")]
        what: String,
    },
    /// Play a game at the terminal.
    Play {
        /// Which game, and where in it.
        #[command(flatten)]
        game: GameArgs,
        /// The side that plays at random, by name or letter.
        #[arg(long, value_name = "SIDE")]
        random: Option<String>,
        /// Hide nothing: show hidden pieces and secrets of both sides.
        #[arg(long)]
        open: bool,
        /// A game in PGN to go on with.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "play"])]
        load: Option<PathBuf>,
        /// Play through all games of a PGN file, compressed or not, and say how each ends; nobody is asked.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "play", "load", "random"])]
        replay: Option<PathBuf>,
    },
    /// Learn what pieces are worth by the rules in force, from games that players play against each other.
    Tune {
        /// Which game, and where in it.
        #[command(flatten)]
        game: GameArgs,
        /// How many games are played.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        games: u32,
        /// How many plies the players look ahead.
        #[arg(long, value_name = "PLIES", default_value_t = 2)]
        depth: u32,
        /// How many threads play; what is learned does not depend on it. Else as many as the machine has.
        #[arg(long, value_name = "T")]
        threads: Option<std::num::NonZeroUsize>,
        /// The file that the values are written to, as YAML.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Run scenario files.
    Test {
        /// Files, or folders of them; without any, the folder where you are.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Run large node counts too.
        #[arg(long)]
        deep: bool,
        /// A broken event in a deck's folder is an error, and not left out.
        #[arg(long)]
        strict: bool,
        /// Events in force in scenarios that name none: numbers, names or paths, each with :w or :b for who started it.
        #[arg(long, value_name = "LIST", value_delimiter = ',')]
        events: Vec<String>,
        /// Run only scenarios with this in their name.
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
    },
    /// Play thousands of games, and tell what they say of the rules: who is ahead, how long it takes, which rules matter.
    Simulate {
        /// A settings file.
        #[arg(required_unless_present = "init", value_name = "SETTINGS")]
        settings: Option<PathBuf>,
        /// Write a commented settings file to begin with; by this name if one is given.
        #[arg(long)]
        init: bool,
        /// What takes the place of settings.
        #[command(flatten)]
        flags: Box<Flags>,
        /// Go on with a run that was not finished.
        #[arg(long, conflicts_with = "init")]
        resume: bool,
        /// Play one part of the games: 3/16 is every sixteenth from the third on.
        #[arg(long, value_name = "PART/PARTS", conflicts_with = "init")]
        shard: Option<String>,
    },
    /// Put the shards of a simulation together, to the same report as one run.
    Merge {
        /// The files that runs with `--shard` have written.
        #[arg(required = true, value_name = "SHARD")]
        shards: Vec<PathBuf>,
        /// The folder to write the report to.
        #[arg(long = "out", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Write a page on every event of a deck: its rules in words, a picture of an example, what simulations say of it.
    Book {
        /// A game's name, or the path of its rule file; else the first game that has a deck.
        game: Option<String>,
        /// Scenario files, or folders of them, from which the examples are taken. Can be given several times.
        #[arg(long, value_name = "PATH")]
        scenarios: Vec<PathBuf>,
        /// A settings file: take the figures of the report that `rulemate simulate` has written for it. Can be given
        /// several times. Figures that were taken before are kept beside the page.
        #[arg(long, value_name = "SETTINGS")]
        figures: Vec<PathBuf>,
        /// The page, in Markdown; pictures and figures go to a folder of its name beside it.
        #[arg(long = "out", value_name = "FILE")]
        page: PathBuf,
        /// Change nothing; say which files would change.
        #[arg(long)]
        check: bool,
    },
    /// Bring rule files into their usual form.
    Fmt {
        /// Files, or folders of them; without any, the folder where you are.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Change nothing; say which files would change.
        #[arg(long)]
        check: bool,
    },
    /// Write a commented rule file and a scenario file that passes, to begin with.
    New {
        /// A game or an event.
        what: What,
        /// Its name; the files are named after it.
        name: String,
        /// The folder to write to.
        #[arg(long = "in", value_name = "DIR", default_value = ".")]
        folder: PathBuf,
    },
    /// Print the page of an error's code.
    ExplainCode {
        /// For instance R0203; without one, all codes are listed.
        code: Option<String>,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page.
    Man,
}

/// What can be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// A game.
    Game,
    /// An event.
    Event,
}

/// Which game, and where in it.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// A game's name, or the path of its rule file.
    pub game: String,
    /// Where in it.
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// Where in a game, and by which of its rules.
#[derive(Clone, Debug, Default, Args)]
pub struct PlaceArgs {
    /// The position to begin from: FEN, with a suffix for what FEN cannot say.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Moves to play first, in either form: "e4 e5 Nf3". `start 45` starts an event, `start` draws one.
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
    /// Events in force: numbers, names or paths, each with :w or :b for who started it.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub events: Vec<String>,
    /// The deck: numbers, names or paths; else the whole folder that the game names.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub deck: Option<Vec<String>>,
    /// A broken event in the deck's folder is an error, and not left out.
    #[arg(long)]
    pub strict: bool,
    /// A setting of the game, as claims=no. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// What all that is left to chance comes from; the same number gives the same games.
    #[arg(long)]
    pub seed: Option<u64>,
    /// How the rules are evaluated.
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
}

/// How rules are evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Compiled, where the rules in force can be.
    #[default]
    Compiled,
    /// By the plain evaluator, for comparison: the same, and slow.
    Oracle,
}

/// How the last ply of a count is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CountName {
    /// By sets of targets, none of them looked at.
    Set,
    /// By the length of a list of turns.
    #[default]
    List,
    /// By making every turn.
    Leaf,
}
