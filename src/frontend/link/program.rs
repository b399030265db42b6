//! From the tables of all units to one program: only what is reachable, in source order, renumbered.

use crate::data_model::DataModel;
use crate::frontend::link::reachable::Reachable;
use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex};
use crate::ir::*;
use crate::source::Diagnostic;

/// Builds the program from what has been lowered, which is taken out of `lowering`.
pub fn link(lowering: &mut Lowering, entry: FunctionIndex) -> Result<Program, Vec<Diagnostic>> {
    let reachable = Reachable::from(entry, &lowering.entities);
    let refused: Vec<Diagnostic> =
        reachable.functions.iter().filter_map(|index| lowering.refuse_open_function(*index)).collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let open = open_names(lowering, &reachable);
    let entry = reachable.function(entry.0);
    let (mut functions, mut properties) = functions(lowering, &reachable);
    let globals = globals(lowering, &reachable);
    let data_model = lowering.options.data_model;
    let pointers = pointer_layout(&functions, &globals, data_model).map_err(|error| vec![error])?;
    add_properties_of_the_whole(lowering, &mut functions, &mut properties, entry);
    Ok(Program {
        data_model,
        pointers,
        sources: lowering.unit.sources.clone(),
        functions,
        globals,
        properties,
        entry,
        signatures: std::mem::take(&mut lowering.entities.signatures),
        adapters: Default::default(),
        limits: std::mem::take(&mut lowering.entities.limits),
        open,
        answers: std::mem::take(&mut lowering.library.answers),
    })
}

/// What the program uses and nothing defines.
fn open_names(lowering: &Lowering, reachable: &Reachable) -> Vec<Open> {
    let functions = reachable.functions.iter().filter(|index| lowering.is_open_function(**index));
    let objects = reachable.objects.iter().filter(|i| lowering.open.objects.contains(&ObjectIndex(**i)));
    functions
        .map(|index| Open::Function(reachable.function(*index)))
        .chain(objects.map(|index| Open::Variable(reachable.object(*index))))
        .collect()
}

/// The functions, and the properties of all of them.
fn functions(lowering: &mut Lowering, reachable: &Reachable) -> (Vec<Function>, Vec<Property>) {
    let (mut functions, mut properties) = (Vec::new(), Vec::new());
    for &index in &reachable.functions {
        let lowered = lowering.entities.functions[index].lowered.take();
        let (mut function, own) = lowered.expect("reachable functions are lowered");
        let base = properties.len() as u32;
        properties.extend(own);
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                instruction.op.operands_mut().for_each(|operand| reachable.rename(operand));
                // That nothing leaks is a property of the whole program, which has no number yet.
                if !matches!(instruction.op, Op::CheckLeaks { .. })
                    && let Some(property) = instruction.op.property_mut()
                {
                    property.0 += base;
                }
            }
            block.terminator.operand_mut().into_iter().for_each(|operand| reachable.rename(operand));
        }
        functions.push(function);
    }
    (functions, properties)
}

fn globals(lowering: &mut Lowering, reachable: &Reachable) -> Vec<Global> {
    let mut globals = Vec::new();
    for &index in &reachable.objects {
        let layout = match lowering.entities.objects[index].layout.take() {
            Some(layout) => layout,
            None => lowering.sizes().layout(&lowering.entities.objects[index].ty.ty),
        };
        let constant = lowering.sizes().constant_bytes(&lowering.entities.objects[index].ty);
        let object = &mut lowering.entities.objects[index];
        let mut initial = std::mem::take(&mut object.initial);
        initial.iter_mut().for_each(|initial| reachable.rename(&mut initial.value));
        globals.push(Global {
            name: std::mem::take(&mut object.name),
            layout,
            initial,
            span: object.span,
            thread_local: object.thread_local,
            constant,
        });
    }
    globals
}

/// How pointers are divided, which the largest object decides.
fn pointer_layout(
    functions: &[Function],
    globals: &[Global],
    model: DataModel,
) -> Result<PointerLayout, Diagnostic> {
    let locals = functions.iter().flat_map(|f| &f.locals).map(|l| (l.layout.size(), &l.name, l.span));
    let objects = globals.iter().map(|g| (g.layout.size(), &g.name, g.span)).chain(locals);
    let Some((size, name, span)) = objects.max_by_key(|(size, _, _)| *size) else {
        let layout = PointerLayout::for_objects_up_to(model, 0);
        return Ok(layout.expect("pointers have room for small objects"));
    };
    if size > LARGEST_OBJECT_BYTES {
        let message = format!("'{name}' has {size} bytes, which is too large");
        let help = format!("at most {LARGEST_OBJECT_BYTES} bytes can be checked; make the array smaller");
        return Err(Diagnostic::error(span, message).with_help(help));
    }
    PointerLayout::for_objects_up_to(model, size).ok_or_else(|| {
        let message = format!(
            "'{name}' has {size} bytes, which leaves no room for other objects in a pointer of 32 bits"
        );
        Diagnostic::error(span, message).with_help("make the array smaller")
    })
}

/// Races, deadlocks and leaks are properties of the program, if anybody asks for them.
fn add_properties_of_the_whole(
    lowering: &mut Lowering,
    functions: &mut [Function],
    properties: &mut Vec<Property>,
    entry: FunctionId,
) {
    let span = functions[entry.index()].span;
    for kind in [PropertyKind::Race, PropertyKind::Deadlock, PropertyKind::Leak] {
        if !kind.check().is_some_and(|check| lowering.options.checks.contains(check)) {
            continue;
        }
        let description = kind.of_the_whole_program().to_string();
        let name = kind.name().to_string();
        properties.push(Property { name, kind, description, accessed: None, span });
        let is_relaxed =
            lowering.entities.uses_relaxed_atomics || lowering.library.mentions("memory_order_relaxed");
        if kind == PropertyKind::Race && is_relaxed && creates_threads(functions) {
            let description = "races that only exist because an atomic access is relaxed".to_string();
            lowering.entities.add_limit(description, span);
        }
        if kind == PropertyKind::Leak {
            number_leak_checks(functions, PropertyId::new(properties.len() - 1));
        }
    }
}

fn creates_threads(functions: &[Function]) -> bool {
    let mut instructions = functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    instructions.any(|instruction| matches!(instruction.op, Op::CreateThread { .. }))
}

fn number_leak_checks(functions: &mut [Function], leak: PropertyId) {
    let blocks = functions.iter_mut().flat_map(|f| &mut f.blocks);
    for instruction in blocks.flat_map(|b| &mut b.instructions) {
        if let Op::CheckLeaks { property } = &mut instruction.op {
            *property = leak;
        }
    }
}
