//! The invariant that a proof without bounds rests on.

use serde::{Deserialize, Serialize};

use crate::check;
use crate::prove;
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invariant {
    /// Its parts, by where they come from.
    pub facts: usize,
    pub candidates: usize,
    pub clauses: usize,
    /// The proofs that it is one. All were checked.
    pub proofs: usize,
    /// Those of them that simplification had found.
    pub trivial_proofs: usize,
    pub lemmas: usize,
    pub proof_bytes: usize,
    /// It is one if the program creates no more threads than that besides main.
    pub most_threads: Option<usize>,
    /// In words, with `--invariant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sentence {
    /// It holds while this thread is there; always, if there is none.
    pub thread: Option<String>,
    pub location: Option<Location>,
    /// An expression of C.
    pub holds: String,
}

impl From<&check::Invariant> for Invariant {
    fn from(of: &check::Invariant) -> Invariant {
        Invariant {
            facts: of.facts,
            candidates: of.candidates,
            clauses: of.clauses,
            proofs: of.checked.proofs,
            trivial_proofs: of.checked.trivial_proofs,
            lemmas: of.checked.lemmas,
            proof_bytes: of.checked.proof_bytes,
            most_threads: of.most_threads,
            sentences: of.sentences.iter().map(Sentence::from).collect(),
        }
    }
}

impl From<&prove::Sentence> for Sentence {
    fn from(prove::Sentence { place, holds }: &prove::Sentence) -> Sentence {
        let (thread, location) = place.clone().unzip();
        Sentence { thread, location, holds: holds.clone() }
    }
}

impl Invariant {
    /// Grouped by place, in the order of the first sentence of each:
    /// `at work.c:31 in T1 consumer: 0 <= count && count <= 4`.
    pub(super) fn in_words(&self) -> Vec<String> {
        let mut places: Vec<(String, Vec<&str>)> = Vec::new();
        for Sentence { thread, location, holds } in &self.sentences {
            let place = match (thread, location) {
                (Some(thread), Some(location)) => format!("at {location} in {thread}"),
                (Some(thread), None) => format!("in {thread}"),
                (None, Some(location)) => format!("at {location}"),
                (None, None) => "always".to_string(),
            };
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, all)) => all.push(holds),
                None => places.push((place, vec![holds])),
            }
        }
        let line = |(place, all): (String, Vec<&str>)| format!("{place}: {}", all.join(" && "));
        places.into_iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_at_one_place_stands_in_one_line() {
        let at = |line| Location { file: "work.c".into(), line, column: 1, end: None };
        let place = |thread: &str, line| Some((thread.to_string(), at(line)));
        let all = [
            (place("T1 work", 3), "x == 1"),
            (None, "y < 4"),
            (place("T1 work", 3), "y != 2"),
            (place("T2 work", 3), "x == 0"),
        ];
        let all = all.map(|(place, holds)| prove::Sentence { place, holds: holds.to_string() });
        let sentences = all.iter().map(Sentence::from).collect();
        let checked = Default::default();
        let of = check::Invariant {
            facts: 0,
            candidates: 0,
            clauses: 0,
            checked,
            most_threads: None,
            sentences: Vec::new(),
            cuts: Vec::new(),
        };
        let lines = Invariant { sentences, ..Invariant::from(&of) }.in_words();
        let expected =
            ["at work.c:3 in T1 work: x == 1 && y != 2", "always: y < 4", "at work.c:3 in T2 work: x == 0"];
        assert_eq!(lines, expected);
    }
}
