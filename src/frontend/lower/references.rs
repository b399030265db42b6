//! What instructions and initial values refer to. Until a program is linked, its operands have the numbers of entities.

use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex};
use crate::ir::{Function, Initial, Op, Operand};

/// Functions and objects that are mentioned somewhere.
#[derive(Default)]
pub struct References {
    pub functions: Vec<FunctionIndex>,
    pub objects: Vec<ObjectIndex>,
}

impl References {
    pub fn of_function(function: &Function) -> References {
        let operations = function.blocks.iter().flat_map(|b| &b.instructions).map(|i| &i.op);
        let mut references = References::of_operations(operations);
        for operand in function.blocks.iter().filter_map(|block| block.terminator.operand()) {
            references.note(operand);
        }
        references
    }

    pub fn of_operations<'o>(operations: impl Iterator<Item = &'o Op>) -> References {
        let mut references = References::default();
        for operand in operations.flat_map(Op::operands) {
            references.note(operand);
        }
        references
    }

    pub fn of_initial(initial: &[Initial]) -> References {
        let mut references = References::default();
        for initial in initial {
            references.note(initial.value);
        }
        references
    }

    fn note(&mut self, operand: Operand) {
        match operand {
            Operand::Global { global, .. } => self.objects.push(ObjectIndex(global.index())),
            Operand::Function(function) => self.functions.push(FunctionIndex(function.index())),
            _ => {}
        }
    }

    pub fn add(&mut self, more: References) {
        self.functions.extend(more.functions);
        self.objects.extend(more.objects);
    }
}
