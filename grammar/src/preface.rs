//! What an author says of a file in words at its head, and the file without any words of that sort. Imports `sink`,
//! `source`, `tokens`.

use crate::sink::Sink;
use crate::source::SourceId;
use crate::tokens::{self, Tokens};

/// The comment at the head of a rule file: the first lines of it that are nothing but comment, without their slashes. A
/// line that begins with a word and a colon, as `Ruling:`, and one behind an empty comment begin a new paragraph.
#[must_use]
pub fn preface(text: &str) -> Vec<String> {
    let Tokens { comments, .. } = tokens::split(text, SourceId::default(), &mut Sink::default());
    let mut paragraphs: Vec<String> = Vec::new();
    let (mut last_end, mut fresh) = (None, true);
    for comment in &comments {
        let (start, end) = (comment.span.start as usize, comment.span.end as usize);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        if !text[line..start].trim().is_empty() {
            continue;
        }
        let follows =
            |last: usize| text[last..start].trim().is_empty() && text[last..start].matches('\n').count() == 1;
        if !last_end.is_none_or(follows) {
            break;
        }
        last_end = Some(end);
        let said = text[start..end].trim_start_matches('/').trim();
        match paragraphs.last_mut() {
            _ if said.is_empty() => fresh = true,
            Some(paragraph) if !fresh && !is_headed(said) => {
                paragraph.push(' ');
                paragraph.push_str(said);
            }
            _ => {
                paragraphs.push(said.to_string());
                fresh = false;
            }
        }
    }
    paragraphs
}

fn is_headed(line: &str) -> bool {
    let head = line.split_whitespace().next().and_then(|word| word.strip_suffix(':'));
    head.is_some_and(|word| word.chars().all(char::is_alphabetic) && word.starts_with(char::is_uppercase))
}

/// A rule file's words and signs, one space between them: comments and the way it is laid out left aside. Two files of
/// which this is the same have the same rules.
#[must_use]
pub fn bare(text: &str) -> String {
    let Tokens { tokens, .. } = tokens::split(text, SourceId::default(), &mut Sink::default());
    let words = tokens.iter().map(|token| &text[token.span.start as usize..token.span.end as usize]);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_the_first_block_of_comments() {
        let text = "event \"A\" // not this\n// One rule,\n// on two lines.\n// Ruling: a case: so.\n//\n// More.\nnumber 1\n// Not this.\n";
        assert_eq!(preface(text), ["One rule, on two lines.", "Ruling: a case: so.", "More."]);
        assert_eq!(preface("// First.\n\n// Not this.\n"), ["First."]);
        assert!(preface("event \"A\"\n").is_empty());
    }

    #[test]
    fn comments_and_layout_change_nothing_of_what_is_said() {
        let one = "event \"A//B\"\n// words\nking cannot move // and more\n    unless castling\n";
        let other = "event \"A//B\"\n\n\nking   cannot move\n unless castling";
        assert_eq!(bare(one), bare(other));
        assert_eq!(bare(one), "event \"A//B\" king cannot move unless castling");
        assert_ne!(bare(one), bare("event \"A//B\"\nking can move unless castling"));
    }
}
