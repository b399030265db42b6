//! The attributes that change a layout: `packed`, `aligned`, `mode` and `vector_size`, and what the bridge makes of
//! `#pragma pack`; and those that say what a name without a definition means. All others are accepted and ignored.

use std::rc::Rc;

use lang_c::ast::{Expression, Extension};
use lang_c::span::Node;

use crate::data_model::DataModel;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::syntax::bridge::names;
use crate::frontend::types::layout::Member;
use crate::frontend::types::{IntKind, Qual, Record, RecordBody, RecordId, Ty};
use crate::source::Span;

#[derive(Clone, Copy, Default)]
pub struct Attributes {
    pub packed: bool,
    /// The largest alignment of a member, by `#pragma pack`.
    pub pack: Option<u64>,
    pub aligned: Option<u64>,
    /// The type that an enumeration names as its own.
    pub underlying: Option<Underlying>,
    pub constexpr: bool,
    /// The width in bits that `mode` gives to an integer type; 0 for that of a pointer.
    pub mode: Option<u32>,
    /// The size in bytes of a vector.
    pub vector: Option<u64>,
    /// With `extern inline`: the body is only there to be inlined, the function is defined elsewhere.
    pub gnu_inline: bool,
    /// Without a definition its address is null.
    pub weak: bool,
}

#[derive(Clone, Copy)]
pub enum Underlying {
    Bool,
    Integer(IntKind),
}

impl Underlying {
    pub fn ty(self) -> Ty {
        match self {
            Underlying::Bool => Ty::Bool,
            Underlying::Integer(kind) => Ty::Int(kind),
        }
    }
}

impl Attributes {
    pub fn raise(&mut self, aligned: Option<u64>) {
        self.aligned = self.aligned.max(aligned);
    }

    /// The type that a declaration with `mode` really has.
    pub fn with_mode(&self, declared: Qual, model: DataModel) -> Qual {
        use IntKind::*;
        let Some(bits) = self.mode else { return declared };
        let (signed, unsigned) = match if bits == 0 { model.pointer_bits() } else { bits } {
            8 => (SChar, UChar),
            16 => (Short, UShort),
            32 => (Int, UInt),
            128 => (Int128, UInt128),
            _ => (LongLong, ULongLong),
        };
        match declared.ty {
            Ty::Int(kind) => {
                Qual { ty: Ty::Int(if kind.is_signed() { signed } else { unsigned }), ..declared }
            }
            _ => declared,
        }
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
                                return Err(crate::source::Diagnostic::error(self.span(*span), message));
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
                Err(crate::source::Diagnostic::error(span, "an alignment must be a power of two"))
            }
        }
    }
}
