//! Floating-point instructions as the circuits of the solver crate.
//!
//! A circuit has thousands of gates. Where the operands can only be one of a few numbers, which is what shared
//! variables of most programs are, the results are computed here and the term only chooses among them: it is a
//! hundred times smaller, and what is known of values survives the operation.

use bmc_solver::TermId;
use bmc_solver::float::{self, Format};

use super::Symbolic;
use crate::ir::{self, FloatBinaryOp, FloatUnaryOp};

/// Choosing among more results than this is left to the circuit.
const MOST_CASES: usize = 40;

impl Symbolic<'_> {
    pub fn float_binary(&mut self, op: FloatBinaryOp, left: TermId, right: TermId) -> TermId {
        let format = self.float_format(left);
        let width = self.terms.width(left);
        let result_width = if op.is_comparison() { 1 } else { width };
        let cases = self.few_values(left).zip(self.few_values(right));
        if let Some((lefts, rights)) = cases.filter(|(l, r)| l.len() * r.len() <= MOST_CASES) {
            let mut rows = Vec::new();
            for value in lefts {
                let results = rights.iter().map(|&r| (r, ir::float::binary(op, width, value, r)));
                let results: Vec<_> =
                    results.map(|(r, v)| (r, self.terms.constant(result_width, v))).collect();
                rows.push((value, self.choose_result(right, &results)));
            }
            return self.choose_result(left, &rows);
        }
        let circuit = match op {
            FloatBinaryOp::Add => float::add,
            FloatBinaryOp::Sub => float::sub,
            FloatBinaryOp::Mul => float::mul,
            FloatBinaryOp::Div => float::div,
            FloatBinaryOp::Eq => float::eq,
            FloatBinaryOp::Lt => float::lt,
            FloatBinaryOp::Le => float::le,
        };
        circuit(self.terms, format, left, right)
    }

    /// To a result of `width` bits.
    pub fn float_unary(&mut self, op: FloatUnaryOp, value: TermId, width: u32) -> TermId {
        let to = || Format::of_width(width).expect("the verifier lets only floats of C pass");
        if let Some(values) = self.few_values(value) {
            let from = self.terms.width(value);
            let results = values.iter().map(|&v| (v, ir::float::unary(op, from, width, v)));
            let results: Vec<_> = results.map(|(v, r)| (v, self.terms.constant(width, r))).collect();
            return self.choose_result(value, &results);
        }
        match op {
            FloatUnaryOp::SquareRoot => {
                let format = self.float_format(value);
                float::sqrt(self.terms, format, value)
            }
            FloatUnaryOp::Resize => {
                let from = self.float_format(value);
                float::resize(self.terms, from, to(), value)
            }
            FloatUnaryOp::FromSigned => float::from_integer(self.terms, to(), value, true),
            FloatUnaryOp::FromUnsigned => float::from_integer(self.terms, to(), value, false),
            FloatUnaryOp::ToSigned | FloatUnaryOp::ToUnsigned => {
                let from = self.float_format(value);
                let signed = op == FloatUnaryOp::ToSigned;
                float::to_integer(self.terms, from, value, width, signed)
            }
        }
    }

    /// All values the term may take, if they are few; at least one.
    fn few_values(&mut self, term: TermId) -> Option<Vec<u128>> {
        let values = self.values_of(term).enumerate(MOST_CASES as u128)?;
        (!values.is_empty()).then_some(values)
    }

    /// The result that belongs to the value of `term`, which is one of those listed.
    fn choose_result(&mut self, term: TermId, results: &[(u128, TermId)]) -> TermId {
        let width = self.terms.width(term);
        let (&(_, last), others) = results.split_last().expect("a term has at least one value");
        others.iter().rev().fold(last, |otherwise, &(value, result)| {
            let value = self.terms.constant(width, value);
            let is = self.terms.eq(term, value);
            self.terms.ite(is, result, otherwise)
        })
    }

    fn float_format(&self, value: TermId) -> Format {
        let width = self.terms.width(value);
        Format::of_width(width).unwrap_or_else(|| panic!("a float of {width} bits got past the verifier"))
    }
}
