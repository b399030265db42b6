//! What the entry reaches, in the order and with the numbers that it has in the program.

use rustc_hash::FxHashSet;

use crate::frontend::lower::entities::{Entities, ObjectState};
use crate::frontend::lower::references::References;
use crate::frontend::lower::scope::FunctionIndex;
use crate::ir::{FunctionId, GlobalId, Operand};

/// The user's own first, each in the order of the text.
pub struct Reachable {
    pub functions: Vec<usize>,
    pub objects: Vec<usize>,
    function_numbers: Vec<Option<u32>>,
    object_numbers: Vec<Option<u32>>,
}

impl Reachable {
    /// Everything that is reachable has been lowered.
    pub fn from(entry: FunctionIndex, entities: &Entities) -> Reachable {
        let (used_functions, used_objects) = used(entities, entry);
        let mut functions: Vec<usize> = used_functions.into_iter().collect();
        functions.sort_by_key(|&i| (entities.functions[i].home.is_model, entities.functions[i].span, i));
        let mut objects: Vec<usize> = used_objects.into_iter().collect();
        objects.sort_by_key(|&i| (entities.objects[i].home.is_model, entities.objects[i].span, i));
        let function_numbers = numbers(&functions, entities.functions.len());
        let object_numbers = numbers(&objects, entities.objects.len());
        Reachable { functions, objects, function_numbers, object_numbers }
    }

    pub fn function(&self, index: usize) -> FunctionId {
        FunctionId(self.function_numbers[index].expect("used functions are numbered"))
    }

    pub fn object(&self, index: usize) -> GlobalId {
        GlobalId(self.object_numbers[index].expect("used objects are numbered"))
    }

    /// Gives an operand the numbers of the program.
    pub fn rename(&self, operand: &mut Operand) {
        match operand {
            Operand::Global { global, .. } => *global = self.object(global.index()),
            Operand::Function(function) => *function = self.function(function.index()),
            _ => {}
        }
    }
}

/// The position of every index in an order.
fn numbers(order: &[usize], count: usize) -> Vec<Option<u32>> {
    let mut numbers = vec![None; count];
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = Some(number as u32);
    }
    numbers
}

fn used(entities: &Entities, entry: FunctionIndex) -> (FxHashSet<usize>, FxHashSet<usize>) {
    let (mut used_functions, mut used_objects) = (FxHashSet::default(), FxHashSet::default());
    let mut open = References { functions: vec![entry], objects: Vec::new() };
    loop {
        if let Some(index) = open.functions.pop() {
            let lowered = &entities.functions[index.0].lowered;
            if let (true, Some((function, _))) = (used_functions.insert(index.0), lowered) {
                open.add(References::of_function(function));
            }
        } else if let Some(index) = open.objects.pop() {
            if used_objects.insert(index.0) {
                debug_assert!(matches!(entities.objects[index.0].state, ObjectState::Evaluated));
                open.add(References::of_initial(&entities.objects[index.0].initial));
            }
        } else {
            return (used_functions, used_objects);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_are_positions_and_what_is_not_used_has_none() {
        assert_eq!(numbers(&[3, 0], 4), [Some(1), None, None, Some(0)]);
    }
}
