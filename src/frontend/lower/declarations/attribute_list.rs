//! Attributes as declarations spell them, and the types that vectors and complex numbers have here.

use std::rc::Rc;

use lang_c::ast::{Expression, Extension};
use lang_c::span::Node;

use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::syntax::bridge::names;
use crate::frontend::types::attribute::{Attributes, Underlying};
use crate::frontend::types::layout::Member;
use crate::frontend::types::{Qual, Record, RecordBody, RecordId, Ty};
use crate::source::{Diagnostic, Span};

/// `aligned` without a number asks for the largest useful alignment.
const LARGEST_ALIGNMENT: u64 = 16;

impl Lowering<'_> {
    pub fn attributes(&mut self, extensions: &[Node<Extension>], into: &mut Attributes) -> Lowered<()> {
        for extension in extensions {
            let Extension::Attribute(attribute) = &extension.node else { continue };
            match attribute.name.node.trim_matches('_') {
                "packed" => into.packed = true,
                names::PACK => {
                    if let Some(argument) = attribute.arguments.first() {
                        into.pack = Some(self.alignment(argument)?);
                    }
                }
                names::UNDERLYING => {
                    if let Some(Node { node: Expression::SizeOfTy(of), span }) = attribute.arguments.first() {
                        into.underlying = Some(match self.type_name(&of.node.0)?.ty {
                            Ty::Bool => Underlying::Bool,
                            Ty::Int(kind) => Underlying::Integer(kind),
                            _ => {
                                let message = "an enumeration can only have the type of integers";
                                return Err(Diagnostic::error(self.span(*span), message));
                            }
                        });
                    }
                }
                names::CONSTANT => into.constexpr = true,
                "gnu_inline" => into.gnu_inline = true,
                "weak" => into.weak = true,
                "vector_size" => {
                    if let Some(argument) = attribute.arguments.first() {
                        into.vector = Some(self.alignment(argument)?);
                    }
                }
                "aligned" => {
                    let aligned = match attribute.arguments.first() {
                        None => LARGEST_ALIGNMENT,
                        Some(argument) => self.alignment(argument)?,
                    };
                    into.raise(Some(aligned));
                }
                "mode" => {
                    if let Some(Node { node: Expression::Identifier(name), .. }) = attribute.arguments.first()
                    {
                        into.mode = Some(match name.node.name.trim_matches('_') {
                            "QI" | "byte" => 8,
                            "HI" => 16,
                            "SI" => 32,
                            "DI" => 64,
                            "TI" => 128,
                            "word" | "pointer" | "unwind_word" => 0,
                            _ => continue,
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The type that a declaration with `vector_size` really has.
    pub fn with_vector(&mut self, declared: Qual, attributes: &Attributes, span: Span) -> Lowered<Qual> {
        let Some(bytes) = attributes.vector else { return Ok(declared) };
        let element = self.size_of(&declared.ty, span)?.max(1);
        Ok(self.tuple(format!("vector of {bytes} bytes"), declared, bytes / element, bytes))
    }

    /// Vectors and complex numbers have their size and can be copied, which is what the headers of compilers need.
    /// To us they are records, so arithmetic on them is refused where it is reached.
    pub fn tuple(&mut self, name: String, element: Qual, count: u64, align: u64) -> Qual {
        let size = self.sizes().size(&element.ty).unwrap_or(1) * count;
        let array = Ty::Array(Rc::new(element), Some(count)).plain();
        let member = Member { name: "parts".to_string(), ty: array, offset: 0, bits: None };
        let body = RecordBody { members: vec![member], size, align };
        let id = RecordId(self.records.len() as u32);
        self.records.push(Record { name, union: false, body: Some(body) });
        Ty::Record(id).plain()
    }

    pub fn alignment(&mut self, argument: &Node<Expression>) -> Lowered<u64> {
        let value = self.constant_integer(argument)?;
        match u64::try_from(value) {
            Ok(value) if value.is_power_of_two() && value <= 1 << 28 => Ok(value),
            _ => {
                let span = self.span(argument.span);
                Err(Diagnostic::error(span, "an alignment must be a power of two"))
            }
        }
    }
}
