//! The program: its functions, what it has in memory from the start, and what is asked about it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::entity::*;
use super::function::Function;
use super::instruction::Operand;
use super::names::names;
use super::pointer::PointerLayout;
use super::property::Property;
use super::signature::{Fit, Signature};
use super::types::*;
use crate::source::{SourceMap, Span};

names!(DataModel { Lp64 => "lp64", Ilp32 => "ilp32" });

pub struct Program {
    pub data_model: DataModel,
    pub pointers: PointerLayout,
    pub sources: Arc<SourceMap>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub properties: Vec<Property>,
    pub entry: FunctionId,
    /// What the callers pass that cannot know which function they reach.
    pub signatures: Vec<Signature>,
    /// What is called in place of a function by those whose call does not fit it well.
    pub adapters: BTreeMap<(SignatureId, FunctionId), FunctionId>,
    /// What the program as it stands here leaves out, whatever the bounds.
    pub limits: Vec<Limit>,
    /// What the program uses though no file defines it: something is assumed of it in its place.
    pub open: Vec<Open>,
    /// What the models of the library asked about the program, such as `mentions pthread_cancel`, with the answers.
    pub answers: BTreeMap<String, bool>,
}

/// Something from outside that is modelled up to a size only, such as the arguments of `main`.
pub struct Limit {
    /// `main with more than 4 arguments`
    pub description: String,
    pub span: Span,
}

/// Something that the program uses and no file defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Its body here returns any value, and may write any into what its parameters point to.
    Function(FunctionId),
    /// It begins with any contents.
    Variable(GlobalId),
}

/// A variable (or string literal) that exists from the start. Its object number is its index plus one;
/// the functions follow.
pub struct Global {
    pub name: String,
    pub layout: Layout,
    pub initial: Vec<Initial>,
    pub span: Span,
    /// One copy per thread (`_Thread_local`).
    pub thread_local: bool,
    /// Ascending, apart from each other.
    pub constant: ConstantBytes,
}

/// The parts of an object that only its first contents may be written to.
pub type ConstantBytes = Vec<Range<u64>>;

/// A scalar at its offset in a global; everything not mentioned is zero.
pub struct Initial {
    pub offset: u64,
    pub ty: Type,
    /// `Constant`, `Global` or `Function`, possibly displaced.
    pub value: Operand,
}

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
    pub fn property(&self, id: PropertyId) -> &Property {
        &self.properties[id.index()]
    }
    pub fn global_object(&self, id: GlobalId) -> ObjectId {
        ObjectId(id.0 + 1)
    }
    pub fn function_object(&self, id: FunctionId) -> ObjectId {
        ObjectId::new(self.globals.len() + id.index() + 1)
    }
    /// What a call that meets `function` begins to execute: it or an adapter. `None` if the call is wrong, and a
    /// property says so.
    pub fn reached(
        &self,
        function: FunctionId,
        signature: Option<SignatureId>,
        check: Option<PropertyId>,
    ) -> Option<FunctionId> {
        let Some(signature) = signature else { return Some(function) };
        if check.is_some() && self.fit(function, signature) == Fit::Wrong {
            return None;
        }
        Some(self.adapters.get(&(signature, function)).copied().unwrap_or(function))
    }
    /// How a function suits those who pass that.
    pub fn fit(&self, function: FunctionId, signature: SignatureId) -> Fit {
        let call = &self.signatures[signature.index()];
        self.function(function).signature.fit(call, self.data_model.pointer_bits())
    }
    pub fn is_adapter(&self, function: FunctionId) -> bool {
        self.adapters.values().any(|adapter| *adapter == function)
    }
    /// The first object number that is neither a global nor a function.
    pub fn first_dynamic_object(&self) -> ObjectId {
        ObjectId::new(self.globals.len() + self.functions.len() + 1)
    }
    /// The function an object number stands for.
    pub fn function_of_object(&self, object: ObjectId) -> Option<FunctionId> {
        let index = object.index().checked_sub(self.globals.len() + 1)?;
        (index < self.functions.len()).then(|| FunctionId::new(index))
    }
}

impl Global {
    /// Nothing of it can change.
    pub fn is_constant(&self) -> bool {
        self.constant.first() == Some(&(0..self.layout.size()))
    }
}
