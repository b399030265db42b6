//! What the program under construction has so far: objects and functions of all units, and what they share.
//!
//! They are numbered in the order in which they are met; `link` keeps what is reachable and numbers it anew.

use std::rc::Rc;

use lang_c::ast::{FunctionDefinition, Initializer};
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex, Symbol};
use crate::frontend::lower::unit::Home;
use crate::frontend::types::{FunctionType, Qual};
use crate::ir::{Function, Initial, Layout, Limit, Property, Signature, SignatureId};
use crate::source::Span;

#[derive(Default)]
pub struct Entities<'a> {
    pub objects: Vec<ObjectEntity<'a>>,
    pub functions: Vec<FunctionEntity<'a>>,
    /// Names with external linkage.
    pub external: FxHashMap<String, Symbol>,
    /// The objects of string literals, by their elements and the size of one.
    pub strings: FxHashMap<(Vec<u32>, u32), ObjectIndex>,
    pub signatures: Vec<Signature>,
    pub limits: Vec<Limit>,
    /// The function the program starts with.
    pub entry: Option<FunctionIndex>,
    /// Some atomic access is relaxed.
    pub uses_relaxed_atomics: bool,
    /// Objects whose references have been followed.
    pub visited: FxHashSet<usize>,
}

pub struct ObjectEntity<'a> {
    pub name: String,
    pub home: Home,
    pub ty: Qual,
    pub state: ObjectState<'a>,
    pub external: bool,
    pub thread_local: bool,
    pub span: Span,
    /// Filled when the initialiser has been evaluated.
    pub initial: Vec<Initial>,
    /// Differs from that of the type when a flexible array member has an initialiser.
    pub layout: Option<Layout>,
}

pub enum ObjectState<'a> {
    /// `extern int x;`
    Declared,
    /// `int x;`: zero unless another declaration has an initialiser.
    Tentative,
    Defined(&'a Node<Initializer>),
    /// The initial value has been computed.
    Evaluated,
}

pub struct FunctionEntity<'a> {
    pub name: String,
    pub home: Home,
    pub ty: Rc<FunctionType>,
    /// Every declaration: its unit, its place and what it says.
    pub declared: Vec<(usize, Span, Rc<FunctionType>)>,
    pub definition: Option<&'a Node<FunctionDefinition>>,
    /// A body to fall back on, from a header's `extern inline` function.
    pub alternative: Option<Alternative<'a>>,
    pub external: bool,
    pub span: Span,
    pub lowered: Option<(Function, Vec<Property>)>,
}

#[derive(Clone, Copy)]
pub struct Alternative<'a> {
    pub definition: &'a Node<FunctionDefinition>,
    pub home: Home,
    pub span: Span,
}

impl<'a> FunctionEntity<'a> {
    /// One of which nothing is known but its type.
    pub fn new(name: &str, home: Home, ty: Rc<FunctionType>, external: bool, span: Span) -> Self {
        FunctionEntity {
            name: name.to_owned(),
            home,
            ty,
            declared: Vec::new(),
            definition: None,
            alternative: None,
            external,
            span,
            lowered: None,
        }
    }
}

impl<'a> Entities<'a> {
    pub fn add_function(&mut self, function: FunctionEntity<'a>) -> FunctionIndex {
        self.functions.push(function);
        FunctionIndex(self.functions.len() - 1)
    }

    pub fn add_object(&mut self, object: ObjectEntity<'a>) -> ObjectIndex {
        self.objects.push(object);
        ObjectIndex(self.objects.len() - 1)
    }

    /// The function with external linkage of this name.
    pub fn external_function(&self, name: &str) -> Option<FunctionIndex> {
        match self.external.get(name) {
            Some(Symbol::Function(index)) => Some(*index),
            _ => None,
        }
    }

    pub fn is_defined(&self, index: FunctionIndex) -> bool {
        self.functions[index.0].definition.is_some()
    }

    /// The user's function of this name.
    pub fn find_entry(&self, name: &str) -> Option<FunctionIndex> {
        let defined = |f: &FunctionEntity| f.name == name && f.definition.is_some() && !f.home.is_model;
        self.functions.iter().position(defined).map(FunctionIndex)
    }

    /// Inline bodies of headers are used for what is defined nowhere else; models and builtins come first.
    pub fn fall_back_on_alternatives(&mut self) {
        for function in self.functions.iter_mut().filter(|f| f.definition.is_none()) {
            if let Some(alternative) = function.alternative {
                function.definition = Some(alternative.definition);
                function.home = Home { is_model: true, ..alternative.home };
                function.span = alternative.span;
            }
        }
    }

    pub fn signature_number(&mut self, signature: Signature) -> SignatureId {
        let known = self.signatures.iter().position(|known| *known == signature);
        SignatureId::new(known.unwrap_or_else(|| {
            self.signatures.push(signature);
            self.signatures.len() - 1
        }))
    }

    /// Something that the program may do and that is not followed.
    pub fn add_limit(&mut self, description: String, span: Span) {
        self.limits.push(Limit { description, span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::types::Ty;

    fn function(name: &str, is_model: bool) -> FunctionEntity<'static> {
        let ty = FunctionType { result: Ty::INT, parameters: Vec::new(), variadic: false, prototype: true };
        let home = Home { is_model, ..Home::default() };
        FunctionEntity::new(name, home, Rc::new(ty), true, Span::default())
    }

    #[test]
    fn equal_signatures_have_one_number() {
        let mut entities = Entities::default();
        let plain = Signature { parameters: Vec::new(), variadic: false, result: None };
        let variadic = Signature { variadic: true, ..plain.clone() };
        let numbers = [plain.clone(), variadic, plain].map(|signature| entities.signature_number(signature));
        assert_eq!(numbers.map(|number| number.index()), [0, 1, 0]);
    }

    #[test]
    fn a_function_that_nobody_defines_is_no_entry_and_not_defined() {
        let mut entities = Entities::default();
        let index = entities.add_function(function("main", false));
        entities.external.insert("main".to_string(), Symbol::Function(index));
        assert_eq!(entities.external_function("main"), Some(index));
        assert_eq!(entities.external_function("other"), None);
        assert!(!entities.is_defined(index) && entities.find_entry("main").is_none());
    }
}
