//! The blocks of a Markdown text, with their lines. Imports nothing.

/// A block between fences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The words behind the opening fence.
    pub words: Vec<String>,
    /// What stands in it.
    pub text: String,
    /// The line of its first line, from 1.
    pub line: usize,
}

/// All blocks between fences, in order.
///
/// # Panics
/// If a block is not closed.
#[must_use]
#[allow(clippy::panic)]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(words), None) => {
                let words = words.split_whitespace().map(str::to_owned).collect();
                open = Some(Block { words, text: String::new(), line: at + 2 });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    if let Some(block) = open {
        panic!("the block from line {} on is not closed", block.line);
    }
    blocks
}
