//! Names with `$` or letters beyond ASCII, which the parser saw in another spelling (`bridge::names`), are given
//! back to everything a person reads.

use crate::frontend::syntax::bridge::names::decode;
use crate::ir::{Layout, Program};
use crate::source::Diagnostic;

pub fn restore(program: &mut Program) {
    for global in program.globals.iter_mut() {
        restore_name(&mut global.name);
        restore_in_layout(&mut global.layout);
    }
    for property in program.properties.iter_mut() {
        restore_name(&mut property.name);
        restore_name(&mut property.description);
    }
    for function in program.functions.iter_mut() {
        restore_name(&mut function.name);
        for local in function.locals.iter_mut() {
            restore_name(&mut local.name);
            restore_in_layout(&mut local.layout);
        }
        function.registers.iter_mut().filter_map(|r| r.name.as_mut()).for_each(restore_name);
    }
}

pub fn restore_in_messages(messages: &mut [Diagnostic]) {
    for message in messages {
        restore_name(&mut message.message);
        message.help.iter_mut().for_each(restore_name);
    }
}

fn restore_name(name: &mut String) {
    if let Some(decoded) = decode(name) {
        *name = decoded;
    }
}

/// The depth of a layout is that of a declaration, which is bounded.
fn restore_in_layout(layout: &mut Layout) {
    match layout {
        Layout::Scalar(_) | Layout::Opaque { .. } => {}
        Layout::Array { element, .. } => restore_in_layout(element),
        Layout::Record { fields, .. } => {
            for field in fields {
                restore_name(&mut field.name);
                restore_in_layout(&mut field.layout);
            }
        }
    }
}
