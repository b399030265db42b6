//! What calls pass and functions take, as the rest of the program has to know it: `ir::Signature`.
//!
//! A caller that names a function it has seen the type of needs none. All others get one: callers through pointers,
//! callers that know a function by `f()` alone or by no declaration at all, and callers that were told another type
//! in another file.

use std::rc::Rc;

use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::scope::FunctionIndex;
use crate::frontend::types::{FloatKind, FunctionType, Ty, compatible};
use crate::ir::{Fit, Passed, Signature, SignatureId, Type};
use crate::source::Span;

impl Lowering<'_> {
    /// `None` for `void`.
    pub fn passed(&self, ty: &Ty) -> Option<Passed> {
        match ty {
            Ty::Record(_) => Some(Passed::Record(self.sizes().layout(ty))),
            Ty::Float(FloatKind::LongDouble) => ty.scalar(self.options.data_model).map(Passed::LongDouble),
            other => other.scalar(self.options.data_model).map(Passed::Scalar),
        }
    }

    /// What a function of the type takes and returns. Without a prototype, numbers come promoted; of integers that
    /// changes nothing for the one who looks at their low bits.
    pub fn signature_of(&self, ty: &FunctionType) -> Signature {
        let promoted = |parameter: &Ty| match parameter {
            Ty::Float(FloatKind::Float) if !ty.prototype => Some(Passed::Scalar(Type::float(64))),
            other => self.passed(other),
        };
        let parameters = ty.parameters.iter().filter_map(|parameter| promoted(&parameter.ty)).collect();
        Signature { parameters, variadic: ty.variadic, result: self.passed(&ty.result) }
    }

    /// What is passed to the function that a thread starts with.
    pub fn signature_of_start(&mut self) -> SignatureId {
        let pointer = Passed::Scalar(self.pointer_type());
        let (parameters, result) = (vec![pointer.clone()], Some(pointer));
        self.entities.signature_number(Signature { parameters, variadic: false, result })
    }

    /// Whether a call passes what a function looks for.
    pub fn suits(&self, call: &Signature, index: FunctionIndex) -> bool {
        let function = self.signature_of(&self.entities.functions[index.0].ty);
        function.fit(call, self.options.data_model.pointer_bits()) != Fit::Wrong
    }

    /// The type that a call at a place knows of a function, if that is not simply the type of its definition: the
    /// last declaration before it in the same file, one with a prototype if there is one.
    pub fn type_seen(&self, index: FunctionIndex, span: Span) -> Option<Rc<FunctionType>> {
        let function = &self.entities.functions[index.0];
        if self.unit.home.is_model || function.home.is_model || function.definition.is_none() {
            return None;
        }
        let is_before = |at: &Span| at.start <= span.start;
        let seen =
            function.declared.iter().filter(|(unit, at, _)| *unit == self.unit.home.unit && is_before(at));
        let mut best: Option<&Rc<FunctionType>> = None;
        for (_, _, ty) in seen {
            if ty.prototype || !best.is_some_and(|known| known.prototype) {
                best = Some(ty);
            }
        }
        let known = &function.ty;
        match best {
            Some(ty) if ty.prototype => {
                let is_same = Rc::ptr_eq(ty, known)
                    || compatible(&Ty::Function(ty.clone()), &Ty::Function(known.clone())) && known.prototype;
                (!is_same).then(|| ty.clone())
            }
            // Whatever is passed, it looks at nothing.
            Some(ty) if !known.prototype && known.parameters.is_empty() && ty.result == known.result => None,
            // What is passed then depends on the arguments alone.
            Some(ty) => Some(Rc::new(FunctionType { parameters: Vec::new(), ..(**ty).clone() })),
            None => Some(Rc::new(FunctionType {
                result: Ty::INT,
                parameters: Vec::new(),
                variadic: false,
                prototype: false,
            })),
        }
    }
}
