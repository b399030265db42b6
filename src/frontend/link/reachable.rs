//! From the tables of all units to one program: only what is reachable, in source order, renumbered.

use rustc_hash::FxHashSet;

use crate::frontend::lower::lowering::{Lowering, ObjectState};
use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex};
use crate::ir::*;
use crate::source::Diagnostic;

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

/// Builds the program from what `Lowering` has lowered; yields the warnings too.
pub fn link(
    mut lowering: Lowering,
    entry: FunctionIndex,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (used_functions, used_objects) = used(&lowering, entry);
    // The user's own first, each in the order of the text.
    let mut function_order: Vec<usize> = used_functions.into_iter().collect();
    function_order.sort_by_key(|&i| (lowering.functions[i].from_model, lowering.functions[i].span, i));
    let mut object_order: Vec<usize> = used_objects.into_iter().collect();
    object_order.sort_by_key(|&i| (lowering.objects[i].from_model, lowering.objects[i].span, i));
    let function_number = numbers(&function_order, lowering.functions.len());
    let object_number = numbers(&object_order, lowering.objects.len());
    let rename = |operand: Operand| match operand {
        Operand::Global { global, offset } => {
            let number = object_number[global.index()].expect("used objects are numbered");
            Operand::Global { global: GlobalId(number), offset }
        }
        Operand::Function(function) => {
            let number = function_number[function.index()].expect("used functions are numbered");
            Operand::Function(FunctionId(number))
        }
        other => other,
    };

    let threads = function_order.iter().filter_map(|index| lowering.refuse_open_function(*index));
    let refused: Vec<Diagnostic> = threads.collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let open_functions = function_order.iter().enumerate().filter(|(_, i)| lowering.is_open_function(**i));
    let open_variables =
        object_order.iter().enumerate().filter(|(_, i)| lowering.open_objects.contains(&ObjectIndex(**i)));
    let open = open_functions
        .map(|(number, _)| Open::Function(FunctionId::new(number)))
        .chain(open_variables.map(|(number, _)| Open::Variable(GlobalId::new(number))))
        .collect();

    let mut properties = Vec::new();
    let mut functions = Vec::new();
    for index in function_order {
        let lowered = lowering.functions[index].lowered.take();
        let (mut function, own) = lowered.expect("reachable functions are lowered");
        let base = properties.len() as u32;
        properties.extend(own);
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                instruction.op.operands_mut().for_each(|operand| *operand = rename(*operand));
                // That nothing leaks is a property of the whole program, which has no number yet.
                if !matches!(instruction.op, Op::CheckLeaks { .. })
                    && let Some(property) = instruction.op.property_mut()
                {
                    property.0 += base;
                }
            }
            if let Some(operand) = block.terminator.operand_mut() {
                *operand = rename(*operand);
            }
        }
        functions.push(function);
    }
    let mut globals = Vec::new();
    for index in object_order {
        let layout = match lowering.objects[index].layout.take() {
            Some(layout) => layout,
            None => lowering.sizes().layout(&lowering.objects[index].ty.ty),
        };
        let constant = lowering.constant_bytes(&lowering.objects[index].ty);
        let object = &mut lowering.objects[index];
        let mut initial = std::mem::take(&mut object.initial);
        for value in &mut initial {
            value.value = rename(value.value);
        }
        globals.push(Global {
            name: std::mem::take(&mut object.name),
            layout,
            initial,
            span: object.span,
            thread_local: object.thread_local,
            constant,
        });
    }

    let model = lowering.model;
    let locals = functions.iter().flat_map(|f| &f.locals).map(|l| (l.layout.size(), &l.name, l.span));
    let objects = globals.iter().map(|g| (g.layout.size(), &g.name, g.span)).chain(locals);
    let largest = objects.max_by_key(|(size, _, _)| *size);
    let pointers = match largest {
        Some((size, name, span)) if size > LARGEST_OBJECT_BYTES => {
            let message = format!("'{name}' has {size} bytes, which is too large");
            let help = format!("at most {LARGEST_OBJECT_BYTES} bytes can be checked; make the array smaller");
            return Err(vec![Diagnostic::error(span, message).with_help(help)]);
        }
        Some((size, name, span)) => PointerLayout::for_objects_up_to(model, size).ok_or_else(|| {
            let message = format!(
                "'{name}' has {size} bytes, which leaves no room for other objects in a pointer of 32 bits"
            );
            vec![Diagnostic::error(span, message).with_help("make the array smaller")]
        })?,
        None => PointerLayout::for_objects_up_to(model, 0).expect("pointers have room for small objects"),
    };
    let entry = FunctionId(function_number[entry.0].expect("the entry is reachable"));
    let of_all = [PropertyKind::Race, PropertyKind::Deadlock, PropertyKind::Leak];
    for kind in of_all.into_iter().filter(|kind| kind.check().is_some_and(|c| lowering.checks.contains(c))) {
        let description = kind.of_the_whole_program().to_string();
        let span = functions[entry.index()].span;
        let name = kind.name().to_string();
        properties.push(Property { name, kind, description, accessed: None, span });
        let is_relaxed = lowering.uses_relaxed_atomics || lowering.mentioned.contains("memory_order_relaxed");
        if kind == PropertyKind::Race && is_relaxed {
            let description = "races that only exist because an atomic access is relaxed".to_string();
            lowering.limits.push(Limit { description, span });
        }
        if kind == PropertyKind::Leak {
            let leak = PropertyId::new(properties.len() - 1);
            let blocks = functions.iter_mut().flat_map(|f| &mut f.blocks);
            for instruction in blocks.flat_map(|b| &mut b.instructions) {
                if let Op::CheckLeaks { property } = &mut instruction.op {
                    *property = leak;
                }
            }
        }
    }
    let program = Program {
        data_model: model,
        pointers,
        sources: lowering.sources.clone(),
        functions,
        globals,
        properties,
        entry,
        signatures: std::mem::take(&mut lowering.signatures),
        adapters: Default::default(),
        limits: lowering.limits,
        open,
        answers: lowering.answers,
    };
    Ok((program, lowering.warnings))
}

/// The position of every index in an order.
fn numbers(order: &[usize], count: usize) -> Vec<Option<u32>> {
    let mut numbers = vec![None; count];
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = Some(number as u32);
    }
    numbers
}

fn used(lowering: &Lowering, entry: FunctionIndex) -> (FxHashSet<usize>, FxHashSet<usize>) {
    let (mut used_functions, mut used_objects) = (FxHashSet::default(), FxHashSet::default());
    let mut open = References { functions: vec![entry], objects: Vec::new() };
    loop {
        if let Some(index) = open.functions.pop() {
            let lowered = &lowering.functions[index.0].lowered;
            if let (true, Some((function, _))) = (used_functions.insert(index.0), lowered) {
                open.add(References::of_function(function));
            }
        } else if let Some(index) = open.objects.pop() {
            if used_objects.insert(index.0) {
                debug_assert!(matches!(lowering.objects[index.0].state, ObjectState::Evaluated));
                open.add(References::of_initial(&lowering.objects[index.0].initial));
            }
        } else {
            return (used_functions, used_objects);
        }
    }
}
