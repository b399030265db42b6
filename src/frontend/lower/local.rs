//! Declarations inside functions: what becomes a register, what an object in memory, what a global.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::entities::{ObjectEntity, ObjectState};
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::lower::scope::{ObjectIndex, Symbol};
use crate::frontend::syntax::bridge::names::INFERRED;
use crate::frontend::types::{Qual, Ty};
use crate::ir::{Layout, Op, Operand, RegisterId};
use crate::source::{Diagnostic, Span};

/// The elements of an array of variable length have names up to here. Every pointer has room for as much.
const MOST_NAMED_BYTES: u64 = 1 << 14;

impl<'a> Lowering<'a> {
    pub fn local_declaration(&mut self, node: &Node<Declaration>) -> Lowered<()> {
        let span = self.span(node.span);
        let specified = self.declaration_specifiers(&node.node.specifiers, span)?;
        for item in &node.node.declarators {
            let declared = self.declarator(&item.node.declarator, specified.ty.clone())?;
            let Some((name, span)) = declared.name.clone() else { continue };
            let initializer = item.node.initializer.as_ref();
            let mut ty = declared.ty.clone();
            if let (Some(Initializer::Expression(value)), true) =
                (initializer.map(|i| &i.node), has_inferred_type(&node.node))
            {
                ty.ty = self.speculate(|this, _| Ok(this.int_rvalue(value)?.ty))?;
            }
            if specified.storage == Some(StorageClassSpecifier::Typedef) {
                self.declare_typedef(&name, ty, &node.node.specifiers, &specified, item)?;
                continue;
            }
            if self.declare_constant(&name, &ty, &specified, item)? {
                continue;
            }
            if matches!(ty.ty, Ty::Function(_)) || specified.storage == Some(StorageClassSpecifier::Extern) {
                self.note_weak(&name, &specified, item)?;
            }
            if let Ty::Function(function) = &ty.ty {
                self.declare_function(&name, function.clone(), &specified, None, span)?;
                continue;
            }
            if specified.storage == Some(StorageClassSpecifier::Extern) {
                self.declare_object(&name, &declared, &specified, None, span)?;
                if let Some(symbol) = self.unit.scopes.file.symbols.get(&name).cloned() {
                    self.unit.scopes.declare(&name, symbol);
                }
                continue;
            }
            if let (Ty::Array(element, None), Some(initializer)) = (&ty.ty, initializer) {
                let element = element.clone();
                let count = self.count_of_initializer(&element, initializer)?;
                ty.ty = Ty::Array(element, Some(count));
            }
            if ty.ty == Ty::Void {
                return Err(Diagnostic::error(span, format!("the variable '{name}' cannot be void")));
            }
            if let Ty::VariableArray(_, size) = ty.ty {
                if initializer.is_some() {
                    return Err(Diagnostic::error(span, "an array of variable length has no initialiser"));
                }
                self.variable_local(&name, ty, size, span);
                continue;
            }
            if specified.storage == Some(StorageClassSpecifier::Static) || specified.thread_local {
                self.static_local(&name, ty, specified.thread_local, initializer, span)?;
            } else {
                self.automatic(&name, ty, initializer, span)?;
            }
        }
        Ok(())
    }

    fn static_local(
        &mut self,
        name: &str,
        ty: Qual,
        thread_local: bool,
        initializer: Option<&Node<Initializer>>,
        span: Span,
    ) -> Lowered<()> {
        self.size_of(&ty.ty, span)?;
        let count = self.frame.statics.entry(name.to_owned()).or_insert(0);
        *count += 1;
        let function = &self.body.name;
        let full =
            if *count == 1 { format!("{function}::{name}") } else { format!("{function}::{name}${count}") };
        let index = self.new_static(full, ty.clone(), span);
        self.entities.objects[index.0].thread_local = thread_local;
        self.unit.scopes.declare(name, Symbol::Object(index));
        if let Some(initializer) = initializer {
            self.evaluate_initializer(index, initializer)?;
        }
        Ok(())
    }

    /// An object with static storage that no other declaration names.
    pub fn new_static(&mut self, name: String, ty: Qual, span: Span) -> ObjectIndex {
        self.entities.add_object(ObjectEntity {
            name,
            home: self.unit.home,
            ty,
            state: ObjectState::Evaluated,
            external: false,
            thread_local: false,
            span,
            initial: Vec::new(),
            layout: None,
        })
    }

    /// An array of variable length. Of its layout no more is known than what an element is.
    fn variable_local(&mut self, name: &str, ty: Qual, size: RegisterId, span: Span) {
        let element = match &ty.ty {
            Ty::VariableArray(element, _) if self.sizes().size(&element.ty).is_some_and(|size| size > 0) => {
                Some(self.sizes().layout(&element.ty))
            }
            _ => None,
        };
        let layout = match element {
            Some(element) => {
                let count = MOST_NAMED_BYTES / element.size().max(1);
                Layout::Array { element: Box::new(element), count }
            }
            None => Layout::Opaque { size: MOST_NAMED_BYTES },
        };
        let local = self.new_local(name.to_owned(), layout, span);
        let size = self.body.convert(Operand::Register(size), self.pointer_type(), false, span);
        self.body.emit(Op::Declare { local, size: Some(size) }, span);
        self.unit.scopes.declare(name, Symbol::Indirect { address: Operand::Local { local, offset: 0 }, ty });
    }

    fn automatic(
        &mut self,
        name: &str,
        ty: Qual,
        initializer: Option<&Node<Initializer>>,
        span: Span,
    ) -> Lowered<()> {
        self.size_of(&ty.ty, span)?;
        let is_register = ty.ty.is_scalar() && !self.frame.address_taken.contains(name);
        let place = if is_register {
            let scalar = self.scalar(&ty.ty, span)?;
            let register = self.body.register(scalar, Some(name.to_owned()));
            self.unit.scopes.declare(name, Symbol::Register { register, ty: ty.clone() });
            Place::Register(register)
        } else {
            let layout = self.sizes().layout(&ty.ty);
            let local = self.new_local(name.to_owned(), layout, span);
            self.unit.scopes.declare(name, Symbol::Local { local, ty: ty.clone() });
            self.body.emit(Op::Declare { local, size: None }, span);
            Place::Memory(Operand::Local { local, offset: 0 })
        };
        let mut target = Lvalue { place, ty, check: Check::Trusted, belongs: Belonging::Whole };
        match (initializer, &target.place) {
            (Some(initializer), _) => self.initialize_object(&mut target, initializer, span),
            (None, Place::Register(register)) if target.ty.ty != Ty::Bool => {
                self.body.emit(Op::Nondet { dst: *register }, span);
                Ok(())
            }
            (None, Place::Register(_)) => {
                let value = self.nondet(&Ty::Bool, span)?;
                self.write(&mut target, value, span).map(drop)
            }
            (None, _) => Ok(()),
        }
    }
}

/// `__auto_type x = value;`
/// `auto x = …` and `__auto_type x = …`.
pub fn has_inferred_type(node: &Declaration) -> bool {
    node.specifiers.iter().any(|specifier| {
        matches!(&specifier.node, DeclarationSpecifier::TypeSpecifier(ty)
            if matches!(&ty.node, TypeSpecifier::TypedefName(name) if name.node.name == INFERRED))
    })
}
