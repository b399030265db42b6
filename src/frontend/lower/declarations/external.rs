//! Declarations at file scope, and the linkage of names across units.
//!
//! A name with external linkage is one entity for all units; a definition of the user takes the place of the
//! library's. Initialisers and bodies are only remembered here and lowered when something reaches them.

use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::declarations::declarator::{Declared, Parameters};
use crate::frontend::lower::declarations::specifier::Specified;
use crate::frontend::lower::entities::{Alternative, FunctionEntity, ObjectEntity, ObjectState};
use crate::frontend::lower::local::has_inferred_type;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex, Symbol};
use crate::frontend::syntax::bridge::names;
use crate::frontend::syntax::parse::Parsed;
use crate::frontend::types::attribute::Attributes;
use crate::frontend::types::*;
use crate::ir::integer;
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Makes a unit the current one and fills its file scope.
    pub fn declare_unit(&mut self, unit: usize, is_model: bool, parsed: &'a Parsed) {
        self.unit.begin(unit, is_model, &parsed.offsets);
        let list = Symbol::Typedef(Ty::VariableArguments.plain());
        self.unit.scopes.declare("__builtin_va_list", list);
        for name in names::TYPES {
            let ty = match *name {
                names::INT128 => Ty::Int(IntKind::Int128),
                names::UINT128 => Ty::Int(IntKind::UInt128),
                names::FLOAT128 => Ty::Float(FloatKind::LongDouble),
                _ => Ty::INT,
            };
            self.unit.scopes.declare(name, Symbol::Typedef(ty.plain()));
        }
        for item in &parsed.tree.0 {
            self.declare_external(item);
        }
    }

    fn declare_external(&mut self, item: &'a Node<ExternalDeclaration>) {
        let result = match &item.node {
            ExternalDeclaration::Declaration(declaration) => self.declaration(declaration),
            ExternalDeclaration::StaticAssert(check) => self.static_assert(&check.node),
            ExternalDeclaration::FunctionDefinition(definition) => self.declare_definition(definition),
        };
        if let Err(error) = result {
            self.report(error);
        }
    }

    fn declaration(&mut self, node: &'a Node<Declaration>) -> Lowered<()> {
        let span = self.span(node.span);
        let specified = self.declaration_specifiers(&node.node.specifiers, span)?;
        for item in &node.node.declarators {
            let mut declared = self.declarator(&item.node.declarator, specified.ty.clone())?;
            let Some((name, span)) = declared.name.clone() else { continue };
            if let (Some(Initializer::Expression(value)), true) =
                (item.node.initializer.as_ref().map(|i| &i.node), has_inferred_type(&node.node))
            {
                declared.ty.ty = self.speculate(|this, _| Ok(this.int_rvalue(value)?.ty))?;
            }
            if specified.storage == Some(StorageClassSpecifier::Typedef) {
                // Those of the bridge are known already.
                if !names::TYPES.contains(&name.as_str()) {
                    self.declare_typedef(&name, declared.ty, &node.node.specifiers, &specified, item)?;
                }
            } else if self.declare_constant(&name, &declared.ty, &specified, item)? {
                continue;
            } else if let Ty::Function(ty) = &declared.ty.ty {
                self.note_weak(&name, &specified, item)?;
                self.declare_function(&name, ty.clone(), &specified, None, span)?;
            } else {
                self.note_weak(&name, &specified, item)?;
                self.declare_object(&name, &declared, &specified, item.node.initializer.as_ref(), span)?;
            }
        }
        Ok(())
    }

    /// A name that is `weak` need not be defined anywhere.
    pub fn note_weak(
        &mut self,
        name: &str,
        specified: &Specified,
        item: &Node<InitDeclarator>,
    ) -> Lowered<()> {
        let mut own = Attributes::default();
        self.attributes(&item.node.declarator.node.extensions, &mut own)?;
        if (specified.attributes.weak || own.weak) && !self.unit.home.is_model {
            self.open.weak.insert(name.to_owned());
        }
        Ok(())
    }

    /// The attributes of a `typedef` belong to the new name; those behind the braces of a struct to the struct.
    pub fn declare_typedef(
        &mut self,
        name: &str,
        ty: Qual,
        specifiers: &[Node<DeclarationSpecifier>],
        specified: &Specified,
        item: &Node<InitDeclarator>,
    ) -> Lowered<()> {
        let defines_type = specifiers.iter().any(|specifier| match &specifier.node {
            DeclarationSpecifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
                TypeSpecifier::Enum(enumeration) => !enumeration.node.enumerators.is_empty(),
                _ => false,
            },
            _ => false,
        });
        let mut attributes = if defines_type { Attributes::default() } else { specified.attributes };
        self.attributes(&item.node.declarator.node.extensions, &mut attributes)?;
        let span = self.span(item.span);
        let ty = attributes.with_mode(ty, self.options.data_model);
        let mut ty = self.with_vector(ty, &attributes, span)?;
        ty.aligned = attributes.aligned.or(ty.aligned);
        self.unit.scopes.declare(name, Symbol::Typedef(ty));
        Ok(())
    }

    /// A `constexpr` integer is a name of its value, as an enumerator is; false for everything else.
    pub fn declare_constant(
        &mut self,
        name: &str,
        ty: &Qual,
        specified: &Specified,
        item: &Node<InitDeclarator>,
    ) -> Lowered<bool> {
        let Some(Initializer::Expression(value)) = item.node.initializer.as_ref().map(|i| &i.node) else {
            return Ok(false);
        };
        if !specified.attributes.constexpr || !ty.ty.is_integer() {
            return Ok(false);
        }
        let value = self.constant_of_type(value, &ty.ty)?;
        let crate::ir::Operand::Constant { bits, ty: scalar } = value.operand else { return Ok(false) };
        let value = if ty.ty.is_signed() { integer::as_signed(bits, scalar.bits) } else { bits as i128 };
        self.unit.scopes.declare(name, Symbol::Enumerator { value, ty: ty.ty.clone() });
        Ok(true)
    }

    fn declare_definition(&mut self, node: &'a Node<FunctionDefinition>) -> Lowered<()> {
        let span = self.span(node.span);
        let specified = self.declaration_specifiers(&node.node.specifiers, span)?;
        let declared = self.declarator(&node.node.declarator, specified.ty.clone())?;
        let (Some((name, span)), Ty::Function(ty)) = (declared.name, &declared.ty.ty) else {
            return Err(Diagnostic::error(span, "this is not the definition of a function"));
        };
        let mut ty = ty.clone();
        if let Parameters::Names(names) = declared.parameters {
            let parameters = self.old_style_parameters(names, &node.node.declarations)?;
            ty = Rc::new(FunctionType { parameters, ..(*ty).clone() });
        }
        let is_extern = specified.storage == Some(StorageClassSpecifier::Extern);
        if is_extern && specified.inline && specified.attributes.gnu_inline {
            self.declare_function(&name, ty, &specified, None, span)?;
            if let Some(Symbol::Function(index)) = self.unit.scopes.file.symbols.get(&name) {
                let alternative = Alternative { definition: node, home: self.unit.home, span };
                self.entities.functions[index.0].alternative.get_or_insert(alternative);
            }
            return Ok(());
        }
        self.declare_function(&name, ty, &specified, Some(node), span)
    }

    /// `int f(a, b) int a; char *b; { … }`
    pub fn old_style_parameters(
        &mut self,
        names: &[Node<Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Lowered<Vec<Qual>> {
        let mut parameters = vec![Ty::INT.plain(); names.len()];
        for declaration in declarations {
            let span = self.span(declaration.span);
            let specified = self.declaration_specifiers(&declaration.node.specifiers, span)?;
            for item in &declaration.node.declarators {
                let declared = self.declarator(&item.node.declarator, specified.ty.clone())?;
                let Some((name, span)) = declared.name else { continue };
                let Some(index) = names.iter().position(|n| n.node.name == name) else {
                    return Err(Diagnostic::error(span, format!("'{name}' is not a parameter")));
                };
                let ty = crate::frontend::lower::declarations::declarator::decayed(&declared.ty.ty);
                parameters[index] = Qual { ty, ..declared.ty };
            }
        }
        Ok(parameters)
    }

    /// What a name means that has been declared before: in this unit, or, unless it is static, in another.
    fn known_symbol(&self, name: &str, is_static: bool) -> (Option<&Symbol>, Option<&Symbol>) {
        let here = self.unit.scopes.file.symbols.get(name);
        let elsewhere = self.entities.external.get(name).filter(|_| !is_static);
        (here, elsewhere)
    }

    fn known_function(&self, name: &str, is_static: bool, span: Span) -> Lowered<Option<FunctionIndex>> {
        let message = match self.known_symbol(name, is_static) {
            (Some(Symbol::Function(index)), _) | (None, Some(Symbol::Function(index))) => {
                return Ok(Some(*index));
            }
            (None, None) => return Ok(None),
            (Some(_), _) => format!("'{name}' is declared both as a function and as something else"),
            (None, Some(_)) => format!("'{name}' is a variable in another file"),
        };
        Err(Diagnostic::error(span, message))
    }

    fn known_object(&self, name: &str, is_static: bool, span: Span) -> Lowered<Option<ObjectIndex>> {
        let message = match self.known_symbol(name, is_static) {
            (Some(Symbol::Object(index)), _) | (None, Some(Symbol::Object(index))) => {
                return Ok(Some(*index));
            }
            (None, None) => return Ok(None),
            (Some(_), _) => format!("'{name}' is declared both as a variable and as something else"),
            (None, Some(_)) => format!("'{name}' is a function in another file"),
        };
        Err(Diagnostic::error(span, message))
    }

    pub fn declare_function(
        &mut self,
        name: &str,
        ty: Rc<FunctionType>,
        specified: &Specified,
        definition: Option<&'a Node<FunctionDefinition>>,
        span: Span,
    ) -> Lowered<()> {
        let is_static = specified.storage == Some(StorageClassSpecifier::Static);
        let index = self.known_function(name, is_static, span)?.unwrap_or_else(|| {
            let home = self.unit.home;
            self.entities.add_function(FunctionEntity::new(name, home, ty.clone(), !is_static, span))
        });
        if !is_static && self.entities.functions[index.0].external {
            self.entities.external.insert(name.to_owned(), Symbol::Function(index));
        }
        self.unit.scopes.declare(name, Symbol::Function(index));
        let entity = &mut self.entities.functions[index.0];
        entity.declared.push((self.unit.home.unit, span, ty.clone()));
        let home = self.unit.home;
        if definition.is_some() {
            match entity.definition {
                Some(_) if !home.is_model && entity.home.unit == home.unit => {
                    return Err(Diagnostic::error(span, format!("'{name}' is defined twice")));
                }
                // An inline function of a header is defined in every file that includes it.
                Some(_) if specified.inline => {}
                Some(_) if !home.is_model => {
                    return Err(Diagnostic::error(span, format!("'{name}' is also defined in another file"))
                        .with_help("make one of the two static, or leave one file out"));
                }
                // The user's own definition is used instead of the library's.
                Some(_) => {}
                None => {
                    entity.definition = definition;
                    entity.home = home;
                    entity.span = span;
                    entity.ty = ty;
                }
            }
        } else if entity.definition.is_none() && ty.prototype && (!entity.ty.prototype || !home.is_model) {
            entity.ty = ty;
        }
        Ok(())
    }

    pub fn declare_object(
        &mut self,
        name: &str,
        declared: &Declared,
        specified: &Specified,
        initializer: Option<&'a Node<Initializer>>,
        span: Span,
    ) -> Lowered<()> {
        let is_static = specified.storage == Some(StorageClassSpecifier::Static);
        let is_extern = specified.storage == Some(StorageClassSpecifier::Extern);
        if declared.ty.ty == Ty::Void {
            return Err(Diagnostic::error(span, format!("the variable '{name}' cannot be void")));
        }
        let index = self.known_object(name, is_static, span)?.unwrap_or_else(|| {
            self.entities.add_object(ObjectEntity {
                name: name.to_owned(),
                home: self.unit.home,
                ty: declared.ty.clone(),
                state: ObjectState::Declared,
                external: !is_static,
                thread_local: specified.thread_local,
                span,
                initial: Vec::new(),
                layout: None,
            })
        });
        if !is_static && self.entities.objects[index.0].external {
            self.entities.external.insert(name.to_owned(), Symbol::Object(index));
        }
        self.unit.scopes.file.symbols.insert(name.to_owned(), Symbol::Object(index));
        let sizes = self.sizes();
        let (old_size, new_size) =
            (sizes.size(&self.entities.objects[index.0].ty.ty), sizes.size(&declared.ty.ty));
        if let (Some(old), Some(new)) = (old_size, new_size)
            && old != new
            && !self.unit.home.is_model
        {
            let message = format!("'{name}' is declared with different types");
            return Err(Diagnostic::error(span, message));
        }
        let home = self.unit.home;
        let entity = &mut self.entities.objects[index.0];
        if old_size.is_none() {
            entity.ty = declared.ty.clone();
        }
        entity.thread_local |= specified.thread_local;
        let become_defined = |entity: &mut ObjectEntity<'a>, state| {
            entity.state = state;
            entity.home = home;
            entity.span = span;
        };
        match (initializer, &entity.state) {
            (Some(_), ObjectState::Defined(_)) if !home.is_model => {
                return Err(Diagnostic::error(span, format!("'{name}' is initialised twice")));
            }
            (Some(initializer), ObjectState::Declared | ObjectState::Tentative)
                if !(home.is_model
                    && matches!(entity.state, ObjectState::Tentative)
                    && !entity.home.is_model) =>
            {
                become_defined(entity, ObjectState::Defined(initializer));
            }
            (None, ObjectState::Declared) if !is_extern => become_defined(entity, ObjectState::Tentative),
            _ => {}
        }
        if let (Ty::Array(element, None), Some(initializer)) = (declared.ty.ty.clone(), initializer) {
            let count = self.count_of_initializer(&element, initializer)?;
            self.entities.objects[index.0].ty.ty = Ty::Array(element, Some(count));
        }
        Ok(())
    }
}
