//! Terms to circuits, each once.
//!
//! Comes in: a term. Goes out: its bits as edges of the graph, lowest first. The bits of every term seen are
//! kept, so that a term costs nothing the second time. The walk has its own stack, since terms are deep.

use rustc_hash::FxHashMap;

use crate::aig::{Aig, AigLit};
use crate::term::{Node, TermId, Terms};

#[derive(Default)]
pub(crate) struct Blaster {
    /// For each term one more than the place of its first bit, or 0.
    places: Vec<u32>,
    bits: Vec<AigLit>,
    /// Variables in the order in which they were met.
    variables: Vec<(TermId, u32)>,
    /// Quotient and remainder of the same operands come from one circuit.
    divisions: FxHashMap<(TermId, TermId), (Vec<AigLit>, Vec<AigLit>)>,
    arithmetic_gates: usize,
}

impl Blaster {
    /// The single bit of a truth value.
    pub fn truth_value(&mut self, terms: &Terms, aig: &mut Aig, t: TermId) -> AigLit {
        assert!(terms.width(t) == 1, "{t} is {} bits wide, not a truth value", terms.width(t));
        self.translate(terms, aig, t);
        self.bits[self.places[t.index()] as usize - 1]
    }

    /// The bits of any term.
    pub fn word_of(&mut self, terms: &Terms, aig: &mut Aig, t: TermId) -> Vec<AigLit> {
        self.translate(terms, aig, t);
        self.word(terms, t).to_vec()
    }

    /// The bits of a term that was translated before.
    pub fn known(&self, t: TermId, width: u32) -> Option<&[AigLit]> {
        let place = *self.places.get(t.index())? as usize;
        (place != 0).then(|| &self.bits[place - 1..place - 1 + width as usize])
    }

    /// Variables that were translated, with their widths.
    pub fn variables(&self) -> &[(TermId, u32)] {
        &self.variables
    }

    /// Gates made for sums, products, quotients and comparisons.
    pub fn arithmetic_gates(&self) -> usize {
        self.arithmetic_gates
    }

    fn translate(&mut self, terms: &Terms, aig: &mut Aig, root: TermId) {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), 0);
        }
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.places[t.index()] != 0 {
                stack.pop();
                continue;
            }
            let node = terms.node(t);
            let waiting = stack.len();
            for operand in needed_operands(terms, node).into_iter().rev().flatten() {
                if self.places[operand.index()] == 0 {
                    stack.push(operand);
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let before = aig.gate_count();
            let word = self.circuit(terms, aig, t, node);
            debug_assert_eq!(word.len(), terms.width(t) as usize);
            if is_arithmetic(node) {
                self.arithmetic_gates += aig.gate_count() - before;
            }
            self.places[t.index()] = u32::try_from(self.bits.len() + 1).expect("more than 2^32 bits");
            self.bits.extend(word);
            stack.pop();
        }
    }

    fn word(&self, terms: &Terms, t: TermId) -> &[AigLit] {
        self.known(t, terms.width(t)).expect("operands are translated first")
    }

    fn circuit(&mut self, terms: &Terms, aig: &mut Aig, t: TermId, node: Node) -> Vec<AigLit> {
        let width = terms.width(t);
        match node {
            Node::Constant(value) => {
                (0..width).map(|i| AigLit::FALSE.invert_if(value >> i & 1 == 1)).collect()
            }
            Node::Variable => {
                self.variables.push((t, width));
                (0..width).map(|_| aig.input()).collect()
            }
            Node::Not(a) => self.word(terms, a).iter().map(|&bit| !bit).collect(),
            Node::Neg(a) => aig.negate_word(self.word(terms, a)),
            Node::And(a, b) => {
                let (a, b) = (self.word(terms, a), self.word(terms, b));
                a.iter().zip(b).map(|(&x, &y)| aig.and(x, y)).collect()
            }
            Node::Xor(a, b) => {
                let (a, b) = (self.word(terms, a), self.word(terms, b));
                a.iter().zip(b).map(|(&x, &y)| aig.xor(x, y)).collect()
            }
            Node::Add(a, b) => self.sum(terms, aig, a, b),
            Node::Mul(a, b) => aig.multiply_words(self.word(terms, a), self.word(terms, b)),
            Node::Udiv(a, b) => self.division(terms, aig, a, b).0,
            Node::Urem(a, b) => self.division(terms, aig, a, b).1,
            Node::Shl(a, b) => aig.shift_left(self.word(terms, a), self.word(terms, b)),
            Node::Lshr(a, b) => aig.shift_right(self.word(terms, a), self.word(terms, b), AigLit::FALSE),
            Node::Ashr(a, b) => {
                let a = self.word(terms, a);
                aig.shift_right(a, self.word(terms, b), a[a.len() - 1])
            }
            Node::Eq(a, b) => vec![aig.equal_words(self.word(terms, a), self.word(terms, b))],
            Node::Ult(a, b) => vec![aig.less_words(self.word(terms, a), self.word(terms, b))],
            Node::Slt(a, b) => vec![aig.less_words_signed(self.word(terms, a), self.word(terms, b))],
            Node::Ite(c, yes, no) => {
                aig.choose_words(self.word(terms, c)[0], self.word(terms, yes), self.word(terms, no))
            }
            Node::Concat(high, low) => [self.word(terms, low), self.word(terms, high)].concat(),
            Node::Extract { term, low } => {
                self.word(terms, term)[low as usize..(low + width) as usize].to_vec()
            }
            Node::SignExtend(a) => {
                let mut word = self.word(terms, a).to_vec();
                let sign = word[word.len() - 1];
                word.resize(width as usize, sign);
                word
            }
        }
    }

    /// `a + (-b)` is one subtraction: the bits of `-b` itself are not used.
    fn sum(&self, terms: &Terms, aig: &mut Aig, a: TermId, b: TermId) -> Vec<AigLit> {
        match (terms.node(a), terms.node(b)) {
            (_, Node::Neg(inner)) => aig.subtract_words(self.word(terms, a), self.word(terms, inner)),
            (Node::Neg(inner), _) => aig.subtract_words(self.word(terms, b), self.word(terms, inner)),
            _ => aig.add_words(self.word(terms, a), self.word(terms, b), AigLit::FALSE),
        }
    }

    fn division(&mut self, terms: &Terms, aig: &mut Aig, a: TermId, b: TermId) -> (Vec<AigLit>, Vec<AigLit>) {
        if let Some(known) = self.divisions.get(&(a, b)) {
            return known.clone();
        }
        let result = aig.divide_words(self.word(terms, a), self.word(terms, b));
        self.divisions.insert((a, b), result.clone());
        result
    }
}

/// The terms whose bits the circuit of `node` uses.
fn needed_operands(terms: &Terms, node: Node) -> [Option<TermId>; 3] {
    if let Node::Add(a, b) = node {
        match (terms.node(a), terms.node(b)) {
            (_, Node::Neg(inner)) => return [Some(a), Some(inner), None],
            (Node::Neg(inner), _) => return [Some(inner), Some(b), None],
            _ => {}
        }
    }
    node.operand_slots()
}

fn is_arithmetic(node: Node) -> bool {
    matches!(
        node,
        Node::Neg(_)
            | Node::Add(..)
            | Node::Mul(..)
            | Node::Udiv(..)
            | Node::Urem(..)
            | Node::Ult(..)
            | Node::Slt(..)
    )
}
