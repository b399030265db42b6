//! Random systems over words that are small enough to try all states and inputs.

use crate::evaluate::{Assignment, Evaluator};
use crate::tests::{BINARY, Random, yields_truth};
use crate::transition::system::{StateVariable, System};
use crate::{TermId, Terms};

/// A system and all its steps.
pub(super) struct SmallSystem {
    pub terms: Terms,
    pub system: System,
    /// The values of the state variables, by state.
    states: Vec<Vec<u128>>,
    is_first: Vec<bool>,
    /// By state: the states that follow, and whether something bad is possible.
    steps: Vec<(Vec<usize>, bool)>,
    /// No allowed step is outside all cases.
    pub cases_are_complete: bool,
}

fn words(terms: &Terms, variables: &[TermId]) -> Vec<Vec<u128>> {
    let mut all = vec![Vec::new()];
    for &variable in variables {
        let longer = |word: &Vec<u128>| {
            let word = word.clone();
            let values = 0..1u128 << terms.width(variable);
            values.map(move |value| [word.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn assignment(terms: &Terms, variables: &[TermId], values: &[u128]) -> Assignment {
    let mut assignment = Assignment::new();
    for (&variable, &value) in variables.iter().zip(values) {
        assignment.set(variable, value, terms.width(variable));
    }
    assignment
}

/// A term over the variables, as wide as asked for.
pub(super) fn random_term(
    random: &mut Random,
    terms: &mut Terms,
    variables: &[TermId],
    width: u32,
    depth: usize,
) -> TermId {
    if depth == 0 {
        let variable = variables[random.below(variables.len())];
        let has = terms.width(variable);
        return match random.below(4) {
            0 => terms.constant(width, random.word(width)),
            _ if has >= width => {
                terms.extract(variable, random.below((has - width + 1) as usize) as u32, width)
            }
            1 => terms.sign_extend(variable, width),
            _ => terms.zero_extend(variable, width),
        };
    }
    let inner = if width == 1 { 1 + random.below(3) as u32 } else { width };
    let (name, build) = BINARY[random.below(BINARY.len())];
    let fits = if yields_truth(name) { width == 1 } else { inner == width };
    let mut part = |width| random_term(random, terms, variables, width, depth - 1);
    if fits {
        let (a, b) = (part(inner), part(inner));
        return build(terms, a, b);
    }
    let (condition, yes, no) = (part(1), part(width), part(width));
    terms.ite(condition, yes, no)
}

pub(super) fn random_system(random: &mut Random) -> SmallSystem {
    let mut terms = Terms::new();
    let mut widths = Vec::new();
    while widths.is_empty() || (widths.iter().sum::<u32>() < 5 && random.below(3) > 0) {
        widths.push(1 + random.below(3) as u32);
    }
    let states: Vec<TermId> = widths.iter().map(|&width| terms.variable(width)).collect();
    let inputs: Vec<TermId> =
        (0..1 + random.below(2)).map(|_| terms.variable(1 + random.below(2) as u32)).collect();
    let all = [states.as_slice(), &inputs].concat();
    let mut state = Vec::new();
    for &variable in &states {
        let width = terms.width(variable);
        let first = (random.below(4) > 0).then(|| terms.constant(width, random.word(width)));
        let changed = random_term(random, &mut terms, &all, width, 2);
        let condition = random_term(random, &mut terms, &all, 1, 1);
        let next = if random.below(2) == 0 { changed } else { terms.ite(condition, changed, variable) };
        state.push(StateVariable { variable, first, next, name: format!("x{variable}") });
    }
    let constraint = match random.below(3) {
        0 => random_term(random, &mut terms, &all, 1, 2),
        _ => TermId::TRUE,
    };
    let mut bad = TermId::TRUE;
    for _ in 0..1 + random.below(3) {
        let conjunct = random_term(random, &mut terms, &all, 1, 1);
        bad = terms.and(bad, conjunct);
    }
    let cases = match random.below(4) {
        0 => Vec::new(),
        1 => {
            let one = random_term(random, &mut terms, &all, 1, 2);
            let other = if random.below(4) == 0 {
                random_term(random, &mut terms, &all, 1, 2)
            } else {
                terms.not(one)
            };
            vec![one, other]
        }
        _ => {
            let width = terms.width(inputs[0]);
            let values = 0..(1u128 << width) - u128::from(random.below(6) == 0);
            let equations = values.map(|value| {
                let value = terms.constant(width, value);
                terms.eq(inputs[0], value)
            });
            equations.collect()
        }
    };
    SmallSystem::new(terms, System { state, cases, constraint, bad })
}

impl SmallSystem {
    pub fn new(terms: Terms, system: System) -> SmallSystem {
        let variables: Vec<TermId> = system.state.iter().map(|state| state.variable).collect();
        let inputs = system.inputs(&terms);
        let states = words(&terms, &variables);
        let mut is_first = Vec::new();
        let mut steps = Vec::new();
        let mut cases_are_complete = true;
        for values in &states {
            let firsts = system.state.iter().zip(values);
            let is_value = |(state, value): (&StateVariable, &u128)| {
                state.first.is_none_or(|first| terms.as_constant(first) == Some(*value))
            };
            is_first.push(firsts.into_iter().all(is_value));
            let mut following = Vec::new();
            let mut is_bad = false;
            for input in words(&terms, &inputs) {
                let all = [variables.as_slice(), &inputs].concat();
                let assignment = assignment(&terms, &all, &[values.as_slice(), &input].concat());
                let mut evaluator = Evaluator::new(&terms, &assignment);
                if !evaluator.holds(system.constraint) {
                    continue;
                }
                let next: Vec<u128> = system.state.iter().map(|state| evaluator.value(state.next)).collect();
                following.push(states.binary_search(&next).expect("the next state is a state"));
                is_bad |= evaluator.holds(system.bad);
                cases_are_complete &=
                    system.cases.is_empty() || system.cases.iter().any(|&case| evaluator.holds(case));
            }
            following.sort_unstable();
            following.dedup();
            steps.push((following, is_bad));
        }
        SmallSystem { terms, system, states, is_first, steps, cases_are_complete }
    }

    /// By state, whether it can be reached.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reachable = self.is_first.clone();
        let mut open: Vec<usize> = (0..self.states.len()).filter(|&state| reachable[state]).collect();
        while let Some(state) = open.pop() {
            for &next in &self.steps[state].0 {
                if !std::mem::replace(&mut reachable[next], true) {
                    open.push(next);
                }
            }
        }
        reachable
    }

    pub fn is_safe(&self) -> bool {
        self.reachable().iter().zip(&self.steps).all(|(reachable, (_, is_bad))| !reachable || !is_bad)
    }

    /// By state, whether the term over the state holds.
    pub fn where_holds(&self, t: TermId) -> Vec<bool> {
        let variables: Vec<TermId> = self.system.state.iter().map(|state| state.variable).collect();
        let holds = |values: &Vec<u128>| {
            let assignment = assignment(&self.terms, &variables, values);
            Evaluator::new(&self.terms, &assignment).holds(t)
        };
        self.states.iter().map(holds).collect()
    }

    pub fn where_all_hold(&self, conjuncts: &[TermId]) -> Vec<bool> {
        let mut inside = vec![true; self.states.len()];
        for &conjunct in conjuncts {
            inside.iter_mut().zip(self.where_holds(conjunct)).for_each(|(inside, holds)| *inside &= holds);
        }
        inside
    }

    pub fn is_proof(&self, invariant: &[TermId]) -> bool {
        let inside = self.where_all_hold(invariant);
        (0..self.states.len()).all(|state| {
            let (following, is_bad) = &self.steps[state];
            (inside[state] || !self.is_first[state])
                && (!inside[state] || !is_bad && following.iter().all(|&next| inside[next]))
        })
    }

    /// Which candidates are in the largest inductive subset, found by dropping one after the other.
    pub fn inductive_subset(&self, known: &[TermId], candidates: &[TermId]) -> Vec<bool> {
        let known = self.where_all_hold(known);
        let holds: Vec<Vec<bool>> = candidates.iter().map(|&candidate| self.where_holds(candidate)).collect();
        let mut survives: Vec<bool> = holds
            .iter()
            .map(|holds| {
                (0..self.states.len()).all(|state| holds[state] || !(self.is_first[state] && known[state]))
            })
            .collect();
        loop {
            let inside = |state: usize| {
                known[state] && holds.iter().zip(&survives).all(|(holds, survives)| holds[state] || !survives)
            };
            let fails = |index: usize| {
                (0..self.states.len())
                    .any(|state| inside(state) && self.steps[state].0.iter().any(|&next| !holds[index][next]))
            };
            let Some(dropped) = (0..candidates.len()).find(|&index| survives[index] && fails(index)) else {
                return survives;
            };
            survives[dropped] = false;
        }
    }
}
