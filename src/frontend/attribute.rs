//! The attributes that change a layout: `packed` and `aligned`. All others are accepted and ignored.

use lang_c::ast::{Extension, StructType};
use lang_c::span::Node;

use crate::frontend::lowering::{Lowered, Lowering};

#[derive(Clone, Copy, Default)]
pub struct Attributes {
    pub packed: bool,
    pub aligned: Option<u64>,
}

impl Attributes {
    pub fn raise(&mut self, aligned: Option<u64>) {
        self.aligned = self.aligned.max(aligned);
    }
}

/// `aligned` without a number asks for the largest useful alignment.
const LARGEST_ALIGNMENT: u64 = 16;

impl Lowering<'_> {
    pub fn attributes(&mut self, extensions: &[Node<Extension>], into: &mut Attributes) -> Lowered<()> {
        for extension in extensions {
            let Extension::Attribute(attribute) = &extension.node else { continue };
            match attribute.name.node.trim_matches('_') {
                "packed" => into.packed = true,
                "aligned" => {
                    let aligned = match attribute.arguments.first() {
                        None => LARGEST_ALIGNMENT,
                        Some(argument) => self.alignment(argument)?,
                    };
                    into.raise(Some(aligned));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn alignment(&mut self, argument: &Node<lang_c::ast::Expression>) -> Lowered<u64> {
        let value = self.constant_integer(argument)?;
        match u64::try_from(value) {
            Ok(value) if value.is_power_of_two() && value <= 1 << 28 => Ok(value),
            _ => {
                let span = self.span(argument.span);
                Err(crate::source::Diagnostic::error(span, "an alignment must be a power of two"))
            }
        }
    }

    /// Attributes between `struct` and the name, which the parser does not know: `parse` hides them from it,
    /// and they are read here from the text.
    pub fn attributes_before_tag(&self, node: &Node<StructType>) -> Attributes {
        let text = &self.sources.units()[self.unit].text;
        let from = node.node.kind.span.end.min(text.len());
        let rest = text.get(from..).unwrap_or("").trim_start();
        let mut attributes = Attributes::default();
        if !rest.starts_with("__attribute") {
            return attributes;
        }
        let end = rest.find('{').unwrap_or(rest.len());
        for word in rest[..end].split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
        {
            match (word.trim_matches('_'), attributes.aligned) {
                ("packed", _) => attributes.packed = true,
                ("aligned", _) => attributes.aligned = Some(LARGEST_ALIGNMENT),
                (number, Some(LARGEST_ALIGNMENT)) => {
                    if let Some(number) = number.parse().ok().filter(|n: &u64| n.is_power_of_two()) {
                        attributes.aligned = Some(number);
                    }
                }
                _ => {}
            }
        }
        attributes
    }
}
