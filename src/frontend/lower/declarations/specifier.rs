//! Declaration specifiers: the words before the declarators, to a type and a storage class.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::data_model::DataModel;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{Symbol, Tag};
use crate::frontend::types::attribute::{Attributes, Underlying};
use crate::frontend::types::layout::DeclaredMember;
use crate::frontend::types::*;
use crate::source::{Diagnostic, Span};

/// What the specifiers of a declaration say.
pub struct Specified {
    pub ty: Qual,
    pub storage: Option<StorageClassSpecifier>,
    pub thread_local: bool,
    pub inline: bool,
    pub attributes: Attributes,
}

/// The words of the basic types, counted.
#[derive(Default)]
struct Words {
    void: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u32,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    bool: bool,
    complex: bool,
    other: Option<Qual>,
    atomic: bool,
    constant: bool,
    any: bool,
}

impl Lowering<'_> {
    pub fn declaration_specifiers(
        &mut self,
        list: &[Node<DeclarationSpecifier>],
        span: Span,
    ) -> Lowered<Specified> {
        let mut words = Words::default();
        let mut storage = None;
        let mut thread_local = false;
        let mut attributes = Attributes::default();
        for specifier in list {
            if let DeclarationSpecifier::Extension(extensions) = &specifier.node {
                self.attributes(extensions, &mut attributes)?;
            }
        }
        for specifier in list {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::ThreadLocal => thread_local = true,
                    _ => storage = Some(class.node.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(ty) => self.type_specifier(ty, &mut words, attributes)?,
                DeclarationSpecifier::TypeQualifier(qualifier) => words.qualify(&qualifier.node),
                DeclarationSpecifier::Alignment(alignment) => {
                    let aligned = match &alignment.node {
                        AlignmentSpecifier::Type(name) => {
                            let ty = self.type_name(name)?;
                            self.sizes().align_of(&ty)
                        }
                        AlignmentSpecifier::Constant(value) => self.alignment(value)?,
                    };
                    attributes.raise(Some(aligned));
                }
                DeclarationSpecifier::Function(_) | DeclarationSpecifier::Extension(_) => {}
            }
        }
        let ty = self.finished(words, span)?;
        let inline = list.iter().any(
            |s| matches!(&s.node, DeclarationSpecifier::Function(f) if f.node == FunctionSpecifier::Inline),
        );
        Ok(Specified { ty, storage, thread_local, inline, attributes })
    }

    pub fn specifier_qualifiers(
        &mut self,
        list: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Lowered<(Qual, Attributes)> {
        let mut words = Words::default();
        let mut attributes = Attributes::default();
        for specifier in list {
            if let SpecifierQualifier::Extension(extensions) = &specifier.node {
                self.attributes(extensions, &mut attributes)?;
            }
        }
        for specifier in list {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => self.type_specifier(ty, &mut words, attributes)?,
                SpecifierQualifier::TypeQualifier(qualifier) => words.qualify(&qualifier.node),
                SpecifierQualifier::Extension(_) => {}
            }
        }
        Ok((self.finished(words, span)?, attributes))
    }

    /// The type that the words name.
    fn finished(&mut self, words: Words, span: Span) -> Lowered<Qual> {
        let is_complex = words.complex;
        let part = words.finish(span)?;
        if !is_complex {
            return Ok(part);
        }
        let align = self.sizes().align_of(&part);
        Ok(self.tuple("complex number".to_string(), part, 2, align))
    }

    fn type_specifier(
        &mut self,
        specifier: &Node<TypeSpecifier>,
        words: &mut Words,
        attributes: Attributes,
    ) -> Lowered<()> {
        let span = self.span(specifier.span);
        words.any = true;
        match &specifier.node {
            TypeSpecifier::Void => words.void = true,
            TypeSpecifier::Char => words.char = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => words.int = true,
            TypeSpecifier::Long => words.long += 1,
            TypeSpecifier::Float => words.float = true,
            TypeSpecifier::Double => words.double = true,
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.bool = true,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::TS18661Float(float) => {
                let kind = match float.width {
                    0..=32 => FloatKind::Float,
                    33..=64 => FloatKind::Double,
                    _ => FloatKind::LongDouble,
                };
                words.other = Some(Ty::Float(kind).plain());
            }
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name)?;
                words.other = Some(Qual { atomic: true, ..ty });
            }
            TypeSpecifier::Struct(node) => {
                let ty = self.record_specifier(node, attributes)?;
                words.other = Some(ty.plain());
            }
            TypeSpecifier::Enum(node) => {
                let ty = self.enum_specifier(node, attributes)?;
                words.other = Some(ty.plain());
            }
            TypeSpecifier::TypedefName(name) => match self.unit.scopes.symbol(&name.node.name) {
                Some(Symbol::Typedef(ty)) => words.other = Some(ty.clone()),
                _ => {
                    let message = format!("unknown type name '{}'", name.node.name);
                    return Err(Diagnostic::error(span, message));
                }
            },
            TypeSpecifier::TypeOf(of) => {
                words.other = Some(match &of.node {
                    // The parser takes the name of a type for an expression here.
                    TypeOf::Expression(expression) => match self.named_type(&expression.node) {
                        Some(ty) => ty,
                        None => self.type_of(expression)?,
                    },
                    TypeOf::Type(name) => self.type_name(name)?,
                });
            }
        }
        Ok(())
    }

    fn named_type(&self, expression: &Expression) -> Option<Qual> {
        let Expression::Identifier(name) = expression else { return None };
        match self.unit.scopes.symbol(&name.node.name)? {
            Symbol::Typedef(ty) => Some(ty.clone()),
            _ => None,
        }
    }

    fn record_specifier(&mut self, node: &Node<StructType>, attributes: Attributes) -> Lowered<Ty> {
        let span = self.span(node.span);
        let union = node.node.kind.node == StructKind::Union;
        let word = if union { "union" } else { "struct" };
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let Some(declarations) = &node.node.declarations else {
            let Some(tag) = tag else {
                return Err(Diagnostic::error(span, format!("this {word} has neither a name nor members")));
            };
            if let Some(Tag::Record(id)) = self.unit.scopes.tag(tag).cloned() {
                return Ok(Ty::Record(id));
            }
            return Ok(Ty::Record(self.new_record(Some(tag), union, span)));
        };
        let known = tag.and_then(|t| self.unit.scopes.innermost().tags.get(t).cloned());
        let id = match known {
            Some(Tag::Record(id)) if self.records[id.0 as usize].body.is_none() => id,
            Some(_) => {
                let message = format!("'{}' is defined twice", tag.unwrap_or_default());
                return Err(Diagnostic::error(span, message));
            }
            None => self.new_record(tag, union, span),
        };
        let mut members = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.field(&field.node, &mut members)?,
                StructDeclaration::StaticAssert(check) => self.static_assert(&check.node)?,
            }
        }
        let body = self.sizes().lay_out(union, members, &attributes);
        let Some(body) = body else {
            return Err(Diagnostic::error(span, "a member has an incomplete type"));
        };
        self.records[id.0 as usize].body = Some(body);
        Ok(Ty::Record(id))
    }

    fn new_record(&mut self, tag: Option<&str>, union: bool, span: Span) -> RecordId {
        let word = if union { "union" } else { "struct" };
        let name = match tag {
            Some(tag) => format!("{word} {tag}"),
            None => format!("{word} at line {}", self.unit.sources.locate(span).line),
        };
        let id = RecordId(self.records.len() as u32);
        self.records.push(Record { name, union, body: None });
        if let Some(tag) = tag {
            self.unit.scopes.innermost().tags.insert(tag.to_owned(), Tag::Record(id));
        }
        id
    }

    fn field(&mut self, field: &StructField, members: &mut Vec<DeclaredMember>) -> Lowered<()> {
        let span = field.specifiers.first().map_or(Span::default(), |s| self.span(s.span));
        let (base, mut common) = self.specifier_qualifiers(&field.specifiers, span)?;
        let defines_record = |s: &Node<SpecifierQualifier>| match &s.node {
            SpecifierQualifier::TypeSpecifier(ty) => {
                matches!(&ty.node, TypeSpecifier::Struct(s) if s.node.declarations.is_some())
            }
            _ => false,
        };
        // Attributes behind the brace belong to the type, not to the member.
        if field.specifiers.iter().any(defines_record) {
            common = Attributes::default();
        }
        common.pack = None;
        if field.declarators.is_empty() {
            members.push(DeclaredMember {
                name: String::new(),
                ty: base,
                width: None,
                packed: common.packed,
                aligned: common.aligned,
            });
            return Ok(());
        }
        for declarator in &field.declarators {
            let span = self.span(declarator.span);
            let mut attributes = common;
            let (name, ty) = match &declarator.node.declarator {
                None => (String::new(), base.clone()),
                Some(inner) => {
                    self.attributes(&inner.node.extensions, &mut attributes)?;
                    let declared = self.declarator(inner, base.clone())?;
                    (declared.name.map_or(String::new(), |n| n.0), declared.ty)
                }
            };
            if let Ty::Function(_) = ty.ty {
                return Err(Diagnostic::error(span, format!("the member '{name}' cannot be a function")));
            }
            let width = match &declarator.node.bit_width {
                None => None,
                Some(expression) => {
                    let value = self.constant_integer(expression)?;
                    let most = if ty.ty == Ty::Bool { 1 } else { self.size_of(&ty.ty, span)? as i128 * 8 };
                    if !ty.ty.is_integer() || value < 0 || value > most {
                        return Err(Diagnostic::error(span, "this bit-field has no valid width"));
                    }
                    Some(value as u32)
                }
            };
            members.push(DeclaredMember {
                name,
                ty,
                width,
                packed: attributes.packed,
                aligned: attributes.aligned,
            });
        }
        Ok(())
    }

    /// The underlying type is that of gcc: `unsigned int` unless a value is negative or too large for it.
    fn enum_specifier(&mut self, node: &Node<EnumType>, attributes: Attributes) -> Lowered<Ty> {
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.clone());
        let fixed = attributes.underlying.map(Underlying::ty);
        if node.node.enumerators.is_empty() {
            if let (Some(tag), Some(ty)) = (&tag, &fixed) {
                self.unit.scopes.innermost().tags.insert(tag.clone(), Tag::Enum(ty.clone()));
            }
            return Ok(match tag.and_then(|t| self.unit.scopes.tag(&t).cloned()) {
                Some(Tag::Enum(ty)) => ty,
                _ => Ty::Int(IntKind::UInt),
            });
        }
        let (wide, wide_unsigned) = match self.options.data_model {
            DataModel::Lp64 => (IntKind::Long, IntKind::ULong),
            DataModel::Ilp32 => (IntKind::LongLong, IntKind::ULongLong),
        };
        let mut next = 0i128;
        let mut large = Vec::new();
        let (mut least, mut most) = (0, 0);
        for enumerator in &node.node.enumerators {
            if let Some(expression) = &enumerator.node.expression {
                next = self.constant_integer(expression)?;
            }
            (least, most) = (next.min(least), next.max(most));
            let fits = i32::try_from(next).is_ok();
            // Later enumerators may use this one, which has a type of its own until the last is known.
            let kind = match next {
                _ if fits => IntKind::Int,
                _ if next >= 0 && next <= i128::from(u32::MAX) => IntKind::UInt,
                _ if next > i128::from(i64::MAX) => wide_unsigned,
                _ => wide,
            };
            let name = enumerator.node.identifier.node.name.clone();
            let ty = fixed.clone().unwrap_or(Ty::Int(kind));
            self.unit.scopes.declare(&name, Symbol::Enumerator { value: next, ty });
            if !fits {
                large.push((name, next));
            }
            next += 1;
        }
        let kind = match (least, most) {
            (0, 0..=0xff) if attributes.packed => IntKind::UChar,
            (-0x80.., ..=0x7f) if attributes.packed => IntKind::SChar,
            (0, 0..=0xffff) if attributes.packed => IntKind::UShort,
            (-0x8000.., ..=0x7fff) if attributes.packed => IntKind::Short,
            (0, most) if most <= i128::from(u32::MAX) => IntKind::UInt,
            (least, most) if i32::try_from(least).is_ok() && i32::try_from(most).is_ok() => IntKind::Int,
            (0, _) => wide_unsigned,
            _ => wide,
        };
        let ty = fixed.unwrap_or(Ty::Int(kind));
        for (name, value) in large {
            self.unit.scopes.declare(&name, Symbol::Enumerator { value, ty: ty.clone() });
        }
        if let Some(tag) = tag {
            self.unit.scopes.innermost().tags.insert(tag, Tag::Enum(ty.clone()));
        }
        Ok(ty)
    }

    pub fn type_name(&mut self, name: &Node<TypeName>) -> Lowered<Qual> {
        let span = self.span(name.span);
        let (base, _) = self.specifier_qualifiers(&name.node.specifiers, span)?;
        match &name.node.declarator {
            None => Ok(base),
            Some(declarator) => Ok(self.declarator(declarator, base)?.ty),
        }
    }

    pub fn static_assert(&mut self, check: &StaticAssert) -> Lowered<()> {
        if self.constant_integer(&check.expression)? == 0 {
            let span = self.span(check.expression.span);
            let message = check.message.node.join(" ");
            return Err(Diagnostic::error(span, format!("static assertion failed: {message}")));
        }
        Ok(())
    }
}

impl Words {
    fn qualify(&mut self, qualifier: &TypeQualifier) {
        match qualifier {
            TypeQualifier::Atomic => self.atomic = true,
            TypeQualifier::Const => self.constant = true,
            _ => {}
        }
    }

    fn finish(self, span: Span) -> Lowered<Qual> {
        use IntKind::*;
        let pick = |signed, unsigned| Ty::Int(if self.unsigned { unsigned } else { signed });
        let ty = match &self.other {
            Some(other) => other.ty.clone(),
            None if self.void => Ty::Void,
            None if self.bool => Ty::Bool,
            None if self.float => Ty::Float(FloatKind::Float),
            None if self.double && self.long > 0 => Ty::Float(FloatKind::LongDouble),
            None if self.double => Ty::Float(FloatKind::Double),
            None if self.char && self.signed => Ty::Int(SChar),
            None if self.char => pick(Char, UChar),
            None if self.short => pick(Short, UShort),
            None if self.long >= 2 => pick(LongLong, ULongLong),
            None if self.long == 1 => pick(Long, ULong),
            None if self.int || self.signed || self.unsigned || !self.any => pick(Int, UInt),
            None => return Err(Diagnostic::error(span, "this is not a type")),
        };
        let mut qual = self.other.unwrap_or(Ty::Void.plain());
        qual.atomic |= self.atomic;
        qual.constant |= self.constant;
        Ok(Qual { ty, ..qual })
    }
}
