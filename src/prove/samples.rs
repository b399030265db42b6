//! Possible states of a program, collected at random: what does not hold in all of them is no invariant.

use bmc_solver::transition::{Circuit, System, walks};
use bmc_solver::{Assignment, Evaluator, Stop, TermId, Terms};

use super::narrowing::Narrow;

/// Random steps, and how many different states of them are looked at.
const EXTENT: walks::Extent = walks::Extent { steps: 4096, states: 20_000 };

/// The values of the variables of the state; words of more than 64 bits are not looked at.
pub struct Samples {
    count: usize,
    /// By variable of the system, then by sample.
    columns: Vec<Vec<u64>>,
}

impl Samples {
    /// Walks in the narrow system, and says what that means in the wide one.
    pub fn collect(terms: &mut Terms, wide: &System, narrow: &mut Narrow, seed: u64, stop: &Stop) -> Samples {
        let circuit = Circuit::from_system(terms, &narrow.system, &[]);
        let walks = circuit.walks(seed, EXTENT, stop);
        let count = walks.states.len();
        let mut columns = Vec::with_capacity(wide.state.len());
        for state in &wide.state {
            let term = narrow.narrow(terms, state.variable);
            columns.push(match terms.width(term) {
                ..=64 => column(terms, term, narrow, &circuit, &walks),
                _ => vec![0; count],
            });
        }
        Samples { count, columns }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// The values of a variable of the wide system, by sample.
    pub fn column(&self, variable: usize) -> &[u64] {
        &self.columns[variable]
    }
}

/// The values of a term that is put together from bits of the narrow state and constants: of each such bit it is enough to
/// know what it changes.
fn column(terms: &Terms, term: TermId, narrow: &Narrow, circuit: &Circuit, walks: &walks::Walks) -> Vec<u64> {
    let value_with = |set: Option<(TermId, u32)>| {
        let mut assignment = Assignment::new();
        if let Some((variable, bit)) = set {
            assignment.set(variable, 1 << bit, terms.width(variable));
        }
        Evaluator::new(terms, &assignment).value(term) as u64
    };
    let of_nothing = value_with(None);
    let mut changes = Vec::new();
    let occurring = narrow.parts_of(terms, term);
    for (latch, origin) in circuit.origins() {
        let variable = narrow.system.state[origin.state_variable].variable;
        if occurring.binary_search(&variable).is_ok() {
            changes.push((latch, value_with(Some((variable, origin.bit))) ^ of_nothing));
        }
    }
    let value = |state: usize| {
        let set = changes.iter().filter(|(latch, _)| walks.value(state, *latch));
        set.fold(of_nothing, |value, (_, change)| value ^ change)
    };
    (0..walks.states.len()).map(value).collect()
}
