//! Floating-point instructions as the circuits of the solver crate.

use bmc_solver::TermId;
use bmc_solver::float::{self, Format};

use super::Unfolder;
use crate::ir::{FloatBinaryOp, FloatUnaryOp};

impl Unfolder<'_> {
    pub(super) fn float_binary(&mut self, op: FloatBinaryOp, left: TermId, right: TermId) -> TermId {
        let format = self.float_format(left);
        let circuit = match op {
            FloatBinaryOp::Add => float::add,
            FloatBinaryOp::Sub => float::sub,
            FloatBinaryOp::Mul => float::mul,
            FloatBinaryOp::Div => float::div,
            FloatBinaryOp::Eq => float::eq,
            FloatBinaryOp::Lt => float::lt,
            FloatBinaryOp::Le => float::le,
        };
        circuit(&mut self.terms, format, left, right)
    }

    /// To a result of `width` bits.
    pub(super) fn float_unary(&mut self, op: FloatUnaryOp, value: TermId, width: u32) -> TermId {
        let to = || Format::of_width(width).expect("the verifier lets only floats of C pass");
        match op {
            FloatUnaryOp::SquareRoot => {
                let format = self.float_format(value);
                float::sqrt(&mut self.terms, format, value)
            }
            FloatUnaryOp::Resize => {
                let from = self.float_format(value);
                float::resize(&mut self.terms, from, to(), value)
            }
            FloatUnaryOp::FromSigned => float::from_integer(&mut self.terms, to(), value, true),
            FloatUnaryOp::FromUnsigned => float::from_integer(&mut self.terms, to(), value, false),
            FloatUnaryOp::ToSigned | FloatUnaryOp::ToUnsigned => {
                let from = self.float_format(value);
                let signed = op == FloatUnaryOp::ToSigned;
                float::to_integer(&mut self.terms, from, value, width, signed)
            }
        }
    }

    fn float_format(&self, value: TermId) -> Format {
        let width = self.terms.width(value);
        Format::of_width(width).unwrap_or_else(|| panic!("a float of {width} bits got past the verifier"))
    }
}
