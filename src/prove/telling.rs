//! From a verified invariant to sentences: what of it the proof needs, in the words of the program.

use bmc_solver::transition::certificate::{self, Refusal};
use bmc_solver::transition::minimise;
use bmc_solver::{StopReason, TermId};

use super::words;
use super::{ProveOptions, Sentence};
use crate::ir::Program;
use crate::relation::Relation;

/// What a verified invariant says, as far as the proof needs it, and how many facts are not among that. Its members are
/// facts, then candidates, then clauses.
pub fn told(
    program: &Program,
    relation: &mut Relation,
    invariant: &[TermId],
    candidates: usize,
    options: &ProveOptions,
) -> Result<(Vec<Sentence>, usize), StopReason> {
    let facts = relation.facts.len();
    // What is about few variables is easier to read, and so is tried without the rest.
    let mut members: Vec<(usize, usize, usize)> = Vec::new();
    for (member, &conjunct) in invariant.iter().enumerate() {
        let kind = usize::from(member >= facts) + usize::from(member >= facts + candidates);
        members.push((kind, words::variable_count(&relation.terms, conjunct), member));
    }
    members.sort_unstable();
    let prefixes = members.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(<[_]>::len);
    let prefixes = prefixes.scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    let how = minimise::Options {
        engine: options.solver,
        seed: options.seed,
        prefixes: prefixes.collect(),
        ..Default::default()
    };
    let in_order: Vec<TermId> = members.iter().map(|&(_, _, member)| invariant[member]).collect();
    let found = minimise::minimise(&mut relation.terms, &relation.system, &in_order, &options.stop, &how)?;
    let kept = found.expect("an invariant that was verified is a proof").kept;
    let mut kept: Vec<usize> = kept.iter().map(|&number| members[number].2).collect();
    kept.sort_unstable();
    let conjuncts: Vec<TermId> = kept.iter().map(|&member| invariant[member]).collect();
    if cfg!(debug_assertions) {
        let checked = certificate::check(&mut relation.terms, &relation.system, &conjuncts, &options.stop);
        let is_wrong = matches!(checked, Err(Refusal::Wrong { .. } | Refusal::Unproved { .. }));
        assert!(!is_wrong, "what is said of an invariant must be one: {checked:?}");
    }
    let (sentences, is_left_out) = words::tell(program, relation, &conjuncts);
    let said = kept.iter().zip(is_left_out).filter(|(member, is_left_out)| **member < facts && !is_left_out);
    Ok((sentences, facts - said.count()))
}
