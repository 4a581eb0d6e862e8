//! What has been seen of the language: the nodes of syntax trees. Imports nothing.

use std::collections::BTreeSet;

/// The syntax tree's types, as they are written.
const TREE: &str = include_str!("../../../grammar/src/ast.rs");

/// Nodes that no file here has: a deck is a folder of files, and from it events start others.
const LEFT_OUT: &[&str] = &["Deck", "Starts"];

/// All variants of all types of the tree.
fn nodes() -> BTreeSet<&'static str> {
    let mut nodes = BTreeSet::new();
    let mut inside = false;
    for line in TREE.lines() {
        if let Some(name) = line.strip_prefix("    ").filter(|_| inside)
            && name.starts_with(|letter: char| letter.is_ascii_uppercase())
        {
            nodes.extend(name.split(|letter: char| !letter.is_ascii_alphanumeric()).next());
        }
        inside = line.starts_with("pub enum ") || (inside && line != "}");
    }
    nodes
}

/// Nodes that have been seen.
#[derive(Default)]
pub struct Coverage {
    seen: BTreeSet<&'static str>,
}

impl Coverage {
    /// Takes note of the nodes of a tree as it is printed.
    pub fn see(&mut self, printed: &str) {
        let words: BTreeSet<&str> = printed
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        self.seen.extend(nodes().into_iter().filter(|node| words.contains(node)));
    }

    /// The nodes that have not been seen, though they should have been.
    pub fn missing(&self) -> Vec<&'static str> {
        nodes().into_iter().filter(|node| !self.seen.contains(node) && !LEFT_OUT.contains(node)).collect()
    }
}

#[test]
fn the_nodes_of_the_tree_are_known() {
    let nodes = nodes();
    for known in
        ["Game", "Trigger", "Claim", "PutOnto", "Grant", "CanReach", "FromTo", "Betza", "Within", "Remainder"]
    {
        assert!(nodes.contains(known), "{known} of {nodes:?}");
    }
}
