//! `switch`: the body is lowered first and collects its cases; the comparisons are placed before it.

use lang_c::ast::SwitchStatement;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::frame::JumpTargets;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::Ty;
use crate::ir::{BinaryOp, BlockId, Operand, Terminator, Type};
use crate::source::{Diagnostic, Span};

/// A `switch` whose body is being lowered.
pub struct Switch {
    /// Lowest and highest value, and where they lead.
    cases: Vec<(i128, i128, BlockId, Span)>,
    default: Option<BlockId>,
}

impl<'a> Lowering<'a> {
    pub fn switch_statement(&mut self, node: &SwitchStatement, span: Span) -> Lowered<()> {
        let value = self.rvalue(&node.expression)?;
        if !value.ty.is_integer() {
            let ty = self.name_of(&value.ty);
            return Err(Diagnostic::error(span, format!("'switch' needs an integer, not '{ty}'")));
        }
        let value = self.promote(value, span)?;
        if self.body.has_ended() {
            let unreachable = self.body.block();
            self.body.place(unreachable);
        }
        let dispatch = self.body.current();
        let placement = self.body.placement();
        let exit = self.body.block();
        // What stands before the first case is never reached.
        let unreachable = self.body.block();
        self.body.place(unreachable);
        self.frame.switches.push(Switch { cases: Vec::new(), default: None });
        let depth = self.unit.scopes.inner.len();
        self.frame.jumps.push(JumpTargets { on_break: exit, on_continue: None, depth });
        self.statement(&node.statement);
        self.frame.jumps.pop();
        let switch = self.frame.switches.pop();
        self.body.end(Terminator::Jump(exit), span);
        if let Some(switch) = switch {
            self.dispatch(switch, value.operand, &value.ty, dispatch, placement, exit, span)?;
        }
        self.body.place(exit);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn dispatch(
        &mut self,
        switch: Switch,
        value: Operand,
        ty: &Ty,
        start: BlockId,
        placement: usize,
        exit: BlockId,
        span: Span,
    ) -> Lowered<()> {
        let scalar = self.scalar(ty, span)?;
        let otherwise = switch.default.unwrap_or(exit);
        self.body.resume(start);
        let mut ranges: Vec<(i128, i128)> = Vec::new();
        for (position, (low, high, target, span)) in (placement..).zip(switch.cases) {
            if ranges.iter().any(|&(l, h)| low <= h && l <= high) {
                return Err(Diagnostic::error(span, "this case value appears twice"));
            }
            ranges.push((low, high));
            let low_operand = Builder::constant(low, scalar);
            let condition = if low == high {
                self.body.binary(BinaryOp::Eq, value, low_operand, Type::BOOL, span)
            } else {
                let distance = self.body.binary(BinaryOp::Sub, value, low_operand, scalar, span);
                let width = Builder::constant(high - low, scalar);
                self.body.binary(BinaryOp::ULe, distance, width, Type::BOOL, span)
            };
            let next = self.body.block();
            self.branch_on(condition, target, next, span);
            self.body.place_at(position, next);
        }
        self.body.end(Terminator::Jump(otherwise), span);
        Ok(())
    }

    /// A `case` or, without values, `default` label here.
    pub fn case(&mut self, values: Option<(i128, i128)>, span: Span) -> Lowered<()> {
        let block = self.body.block();
        let Some(switch) = self.frame.switches.last_mut() else {
            return Err(Diagnostic::error(span, "this label stands outside of a 'switch'"));
        };
        match values {
            // An empty range matches nothing.
            Some((low, high)) if low > high => {}
            Some((low, high)) => switch.cases.push((low, high, block, span)),
            None if switch.default.is_some() => {
                return Err(Diagnostic::error(span, "this 'switch' has two default labels"));
            }
            None => switch.default = Some(block),
        }
        self.body.fall_into(block, span);
        Ok(())
    }
}
