//! The and-inverter graph: two-input `and` gates and inverted edges, hashed and rewritten over two levels.
//!
//! The rules are the local ones of Brummayer and Biere ("Local two-level and-inverter graph minimization
//! without blowup"): contradiction, idempotence, subsumption, resolution and the substitutions that do not add
//! gates. Operands have smaller numbers than the gate that uses them.
//!
//! `xor`, `ite` and `majority` are built in one fixed shape each, so that the CNF step can recognise them
//! again and give them their direct clauses.

#[cfg(test)]
mod tests;
pub(crate) mod words;

use rustc_hash::FxHashMap;

/// An edge: a node, possibly inverted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AigLit(u32);

impl AigLit {
    pub const FALSE: AigLit = AigLit(0);
    pub const TRUE: AigLit = AigLit(1);

    fn new(node: usize, inverted: bool) -> AigLit {
        AigLit((node as u32) << 1 | u32::from(inverted))
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// Inverted if `condition`.
    pub fn invert_if(self, condition: bool) -> AigLit {
        AigLit(self.0 ^ u32::from(condition))
    }

    fn positive(self) -> AigLit {
        AigLit(self.0 & !1)
    }
}

impl std::ops::Not for AigLit {
    type Output = AigLit;
    fn not(self) -> AigLit {
        AigLit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for AigLit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}n{}", if self.is_inverted() { "!" } else { "" }, self.node())
    }
}

/// Marks a node without operands: the constant and the inputs.
const NO_OPERANDS: [AigLit; 2] = [AigLit(u32::MAX); 2];

/// A gate seen as `condition ? yes : no`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IteGate {
    pub condition: AigLit,
    pub yes: AigLit,
    pub no: AigLit,
}

#[derive(Default)]
pub(crate) struct Aig {
    operands: Vec<[AigLit; 2]>,
    /// How many gates use the node.
    fanout: Vec<u32>,
    hashed: FxHashMap<[AigLit; 2], u32>,
}

impl Aig {
    pub fn new() -> Aig {
        Aig { operands: vec![NO_OPERANDS], fanout: vec![0], hashed: FxHashMap::default() }
    }

    /// Number of `and` gates.
    pub fn gate_count(&self) -> usize {
        self.hashed.len()
    }

    /// Number of nodes: gates, inputs and the constant.
    pub fn node_count(&self) -> usize {
        self.operands.len()
    }

    pub fn input(&mut self) -> AigLit {
        self.push(NO_OPERANDS)
    }

    fn push(&mut self, operands: [AigLit; 2]) -> AigLit {
        let node = self.operands.len();
        assert!(node < (u32::MAX >> 1) as usize, "more than 2^31 nodes");
        self.operands.push(operands);
        self.fanout.push(0);
        AigLit::new(node, false)
    }

    pub fn fanout(&self, node: usize) -> u32 {
        self.fanout[node]
    }

    /// The operands of the gate, ignoring whether the edge to it is inverted.
    #[inline]
    pub fn gate(&self, node: usize) -> Option<[AigLit; 2]> {
        let operands = self.operands[node];
        (operands != NO_OPERANDS).then_some(operands)
    }

    pub fn and(&mut self, a: AigLit, b: AigLit) -> AigLit {
        let (mut a, mut b) = (a, b);
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == AigLit::FALSE || a == !b {
                return AigLit::FALSE;
            }
            if a == AigLit::TRUE || a == b {
                return b;
            }
            match self.rewrite(a, b) {
                Rewrite::Result(result) => return result,
                Rewrite::Retry(x, y) => (a, b) = (x, y),
                Rewrite::None => break,
            }
        }
        let key = [a, b];
        if let Some(&node) = self.hashed.get(&key) {
            return AigLit::new(node as usize, false);
        }
        let result = self.push(key);
        self.hashed.insert(key, result.node() as u32);
        self.fanout[a.node()] += 1;
        self.fanout[b.node()] += 1;
        result
    }

    fn rewrite(&self, a: AigLit, b: AigLit) -> Rewrite {
        let (gate_a, gate_b) = (self.gate(a.node()), self.gate(b.node()));
        for (x, gate, y) in [(a, gate_a, b), (b, gate_b, a)] {
            let Some([p, q]) = gate else { continue };
            if !x.is_inverted() {
                if y == p || y == q {
                    return Rewrite::Result(x);
                }
                if y == !p || y == !q {
                    return Rewrite::Result(AigLit::FALSE);
                }
            } else {
                if y == !p || y == !q {
                    return Rewrite::Result(y);
                }
                if y == p {
                    return Rewrite::Retry(y, !q);
                }
                if y == q {
                    return Rewrite::Retry(y, !p);
                }
            }
        }
        let (Some([p, q]), Some([r, s])) = (gate_a, gate_b) else {
            return Rewrite::None;
        };
        match (a.is_inverted(), b.is_inverted()) {
            (false, false) => {
                if p == !r || p == !s || q == !r || q == !s {
                    Rewrite::Result(AigLit::FALSE)
                } else if p == r || q == r {
                    Rewrite::Retry(a, s)
                } else if p == s || q == s {
                    Rewrite::Retry(a, r)
                } else {
                    Rewrite::None
                }
            }
            (true, false) => mixed([p, q], [r, s], b),
            (false, true) => mixed([r, s], [p, q], a),
            (true, true) => {
                if (p == r && q == !s) || (p == s && q == !r) {
                    Rewrite::Result(!p)
                } else if (q == s && p == !r) || (q == r && p == !s) {
                    Rewrite::Result(!q)
                } else {
                    Rewrite::None
                }
            }
        }
    }

    pub fn or(&mut self, a: AigLit, b: AigLit) -> AigLit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: AigLit, b: AigLit) -> AigLit {
        let inverted = a.is_inverted() ^ b.is_inverted();
        let (a, b) = (a.positive(), b.positive());
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).invert_if(inverted)
    }

    pub fn ite(&mut self, condition: AigLit, yes: AigLit, no: AigLit) -> AigLit {
        let (condition, yes, no) =
            if condition.is_inverted() { (!condition, no, yes) } else { (condition, yes, no) };
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        // The choice between inverted edges is the inverted choice: one shape for both.
        let inverted = yes.is_inverted() && !yes.is_constant();
        let (yes, no) = (yes.invert_if(inverted), no.invert_if(inverted));
        let first = self.and(condition, yes);
        let second = self.and(!condition, no);
        self.or(first, second).invert_if(inverted)
    }

    pub fn majority(&mut self, a: AigLit, b: AigLit, c: AigLit) -> AigLit {
        let both = self.and(a, b);
        let either = self.or(a, b);
        let with_carry = self.and(c, either);
        self.or(both, with_carry)
    }

    /// The gate as a choice, if it has that shape. An exclusive or is a choice whose branches are inverse.
    pub fn as_ite(&self, node: usize) -> Option<IteGate> {
        let [[a, b], [c, d]] = self.two_inverted_gates(node)?;
        let (condition, yes, no) = if a == !c {
            (a, !b, !d)
        } else if a == !d {
            (a, !b, !c)
        } else if b == !c {
            (b, !a, !d)
        } else if b == !d {
            (b, !a, !c)
        } else {
            return None;
        };
        Some(if condition.is_inverted() {
            IteGate { condition: !condition, yes: no, no: yes }
        } else {
            IteGate { condition, yes, no }
        })
    }

    /// The three edges of which the gate is the majority, if it has that shape.
    pub fn as_majority(&self, node: usize) -> Option<[AigLit; 3]> {
        let [first, second] = self.two_inverted_gates(node)?;
        for (both, other) in [(first, second), (second, first)] {
            let [a, b] = both;
            for (c, either) in [(other[0], other[1]), (other[1], other[0])] {
                if !either.is_inverted() {
                    continue;
                }
                if let Some([x, y]) = self.gate(either.node())
                    && ((x == !a && y == !b) || (x == !b && y == !a))
                {
                    return Some([!a, !b, !c]);
                }
            }
        }
        None
    }

    fn two_inverted_gates(&self, node: usize) -> Option<[[AigLit; 2]; 2]> {
        let [a, b] = self.gate(node)?;
        if !a.is_inverted() || !b.is_inverted() {
            return None;
        }
        Some([self.gate(a.node())?, self.gate(b.node())?])
    }
}

enum Rewrite {
    Result(AigLit),
    Retry(AigLit, AigLit),
    None,
}

/// `!(p & q)` together with the gate `whole = r & s`.
fn mixed([p, q]: [AigLit; 2], [r, s]: [AigLit; 2], whole: AigLit) -> Rewrite {
    if p == !r || p == !s || q == !r || q == !s {
        Rewrite::Result(whole)
    } else if p == r || p == s {
        Rewrite::Retry(whole, !q)
    } else if q == r || q == s {
        Rewrite::Retry(whole, !p)
    } else {
        Rewrite::None
    }
}
