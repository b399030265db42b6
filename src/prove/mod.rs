//! Proofs without bounds.
//!
//! Comes in: a program. Goes out: an invariant of all its states, which a checker has verified, or what stood in the way.

mod narrowing;
mod templates;

use std::time::Instant;

use bmc_solver::Stop;
use bmc_solver::transition::{Circuit, certificate, houdini, pdr};

use crate::ir::{Program, PropertyId};
use crate::relation::{Interrupted, assemble, find_steps};
use narrowing::Narrow;

/// For now: tells what it does.
pub fn prove(
    program: &Program,
    wanted: &dyn Fn(PropertyId) -> bool,
    most_threads: usize,
    stop: &Stop,
) -> Result<String, Interrupted> {
    let began = Instant::now();
    let steps = find_steps(program, wanted, most_threads, stop)?;
    eprintln!(
        "steps {:?}: {} places, {} cells, {} threads",
        began.elapsed(),
        steps.steps.len(),
        steps.facts.cells.len(),
        steps.facts.threads.len()
    );
    let mut relation = assemble(program, wanted, steps);
    let wide_bits: u32 = relation.system.state.iter().map(|s| relation.terms.width(s.variable)).sum();
    eprintln!(
        "assembled {:?}: {} variables, {wide_bits} bits, {} facts, {} bads, {} terms",
        began.elapsed(),
        relation.system.state.len(),
        relation.facts.len(),
        relation.bads.len(),
        relation.terms.len()
    );
    let mut narrow = Narrow::of(&mut relation.terms, &relation.system, &relation.values, program.pointers);
    let narrow_bits: u32 = narrow.system.state.iter().map(|s| relation.terms.width(s.variable)).sum();
    let facts: Vec<_> = relation.facts.clone();
    let mut known: Vec<_> = facts.iter().map(|&f| narrow.narrow(&mut relation.terms, f)).collect();
    known.retain(|&k| k != bmc_solver::TermId::TRUE);
    eprintln!("narrow {:?}: {narrow_bits} bits, {} known", began.elapsed(), known.len());
    for bad in &relation.bads {
        let possible = narrow.narrow(&mut relation.terms, bad.possible);
        if possible != bmc_solver::TermId::FALSE {
            let at = program.sources.locate(bad.span);
            eprintln!("  bad: {:?} at {at:?}", bad.what);
        }
    }
    let candidates = templates::candidates(program, &mut relation);
    let narrow_candidates: Vec<_> =
        candidates.iter().map(|&c| narrow.narrow(&mut relation.terms, c)).collect();
    let found = houdini::houdini(
        &mut relation.terms,
        &narrow.system,
        &known,
        &narrow_candidates,
        stop,
        &houdini::Options::default(),
    );
    let survivors = found.survivors().map(|s| s.to_vec()).unwrap_or(vec![false; candidates.len()]);
    let kept: Vec<_> = (0..candidates.len()).filter(|&i| survivors[i]).collect();
    eprintln!(
        "houdini {:?}: {} of {} candidates {:?}",
        began.elapsed(),
        kept.len(),
        candidates.len(),
        found.statistics
    );
    known.extend(kept.iter().map(|&i| narrow_candidates[i]));
    known.retain(|&k| k != bmc_solver::TermId::TRUE);
    known.sort_unstable();
    known.dedup();
    let circuit = Circuit::from_system(&relation.terms, &narrow.system, &known).reduced();
    eprintln!(
        "circuit {:?}: {} latches {} gates",
        began.elapsed(),
        circuit.latch_count(),
        circuit.gate_count()
    );
    let options = pdr::Options { stop: stop.clone(), ..Default::default() };
    let report = pdr::prove(&circuit, &options, &mut |s| eprintln!("  {s:?}"));
    eprintln!("pdr {:?}: {:?}", began.elapsed(), report.statistics);
    match report.outcome {
        pdr::Outcome::Proved { invariant } => {
            let mut whole = facts;
            whole.extend(kept.iter().map(|&i| candidates[i]));
            for clause in &invariant {
                let clause = circuit.clause_term(&mut relation.terms, &narrow.system, clause);
                whole.push(narrow.widen(&mut relation.terms, clause));
            }
            let checked = certificate::check(&mut relation.terms, &relation.system, &whole, stop);
            eprintln!("check {:?}", began.elapsed());
            Ok(match checked {
                Ok(summary) => format!("PROVED {} clauses, {summary:?}", invariant.len()),
                Err(refusal) => {
                    if let certificate::Refusal::Wrong { conjunct: Some(c), .. } = &refusal {
                        eprintln!("failing: {}", show(&relation, whole[*c]));
                    }
                    format!("REFUSED {refusal:?}")
                }
            })
        }
        pdr::Outcome::Refuted(refutation) => {
            let mut names: Vec<String> = Vec::new();
            let _ = &refutation;
            names.push("refuted".into());
            Ok(names.join("\n"))
        }
        pdr::Outcome::Stopped(reason) => {
            for latch in report.obstacles.iter().take(10) {
                eprintln!("  obstacle {:?}", circuit.latch_name(*latch));
            }
            Ok(format!("UNKNOWN {reason}"))
        }
    }
}

fn show(relation: &crate::relation::Relation, term: bmc_solver::TermId) -> String {
    use bmc_solver::Node;
    if let Some(state) = relation.system.state.iter().find(|s| s.variable == term) {
        return state.name.clone();
    }
    match relation.terms.node(term) {
        Node::Constant(c) => format!("{c:#x}"),
        node => {
            let name = format!("{node:?}");
            let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_string();
            let operands: Vec<String> = node.operands().map(|o| show(relation, o)).collect();
            format!("({name} {})", operands.join(" "))
        }
    }
}
