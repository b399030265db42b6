//! Functions and variables that are used but defined nowhere.
//!
//! A program is often only part of a larger one. Unless the user asks for an error, a function without a body
//! gets one here: it returns any value of its type, and each parameter that points to something that is not constant may
//! be used to write any values there, from the pointer to the end of the variable or block. It is a function of the
//! program like any other, so that its address can be taken, too. A variable without a definition begins with any
//! contents. Each is warned about once, and what is assumed of it is part of the answer (docs/assumptions.md), because
//! the real one may do more.
//!
//! How its own accesses are ordered with those of other threads is its own business: they are atomic. Whether it writes
//! at all is open for each parameter, so that nothing is blamed on it that it need not do.
//!
//! What decides where control goes next (`setjmp`, signals, new processes) cannot be left open like this and
//! stays an error. So does a function of the thread library without a model, unless the user says otherwise: what it
//! does to locks and threads would be lost.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::entities::{FunctionEntity, ObjectState};
use crate::frontend::lower::frame::Frame;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex, Symbol};
use crate::frontend::options::Undefined;
use crate::frontend::types::{FunctionType, IntKind, Qual, Ty};
use crate::ir::*;
use crate::source::{Diagnostic, Span};

/// More scalars than this of one variable without a definition are refused.
const MOST_OPEN_SCALARS: usize = 4096;
/// So many scalars behind a parameter may be written; where there are more, the answer says so.
const MOST_WRITTEN_SCALARS: usize = 256;
/// How the names of functions begin whose effect is on threads and locks, or on what several threads use at a time.
const OF_THE_THREAD_LIBRARY: [&str; 11] = [
    "pthread_",
    "sem_",
    "mtx_",
    "cnd_",
    "thrd_",
    "tss_",
    "call_once",
    "atomic_",
    "__atomic_",
    "__sync_",
    "__c11_atomic_",
];

impl<'a> Lowering<'a> {
    /// The function that a call or an address means though nothing defines it: its entity, which will get a
    /// body that leaves everything open, or the reason why that cannot be.
    pub fn open_function(
        &mut self,
        name: &str,
        known: Option<FunctionIndex>,
        span: Span,
    ) -> Lowered<FunctionIndex> {
        if let Some((what, advice)) = beyond_models(name) {
            return Err(Diagnostic::unsupported(span, what).with_help(advice));
        }
        let is_local = known.is_some_and(|index| !self.entities.functions[index.0].external);
        if !is_local {
            self.library.assert_read(name);
        }
        if self.options.undefined == Undefined::Error || self.unit.home.is_model {
            return Err(no_definition(name, span));
        }
        let index = known.unwrap_or_else(|| self.declare_implicitly(name, span));
        let ty = self.entities.functions[index.0].ty.clone();
        let writes = ty.parameters.iter().any(|parameter| self.written_through(parameter).is_some());
        let mut message = format!("the function '{name}' has no definition: it is taken to ");
        message.push_str(match &ty.result {
            Ty::Void => "",
            Ty::Pointer(_) => "return any pointer, most of which are invalid, and to ",
            _ => "return any value, and to ",
        });
        message.push_str(match writes {
            true => "change nothing but what its parameters point to",
            false => "change nothing",
        });
        let advice = match writes || ty.result.is_pointer() {
            true => {
                "add the file that defines it, or write a body for it; --undefined error makes this an error"
            }
            false => "add the file that defines it; --undefined error makes this an error",
        };
        if let Entry::Vacant(unknown) = self.open.functions.entry(index.0) {
            unknown.insert(span);
            self.warn(Diagnostic::warning(span, message).with_help(advice));
        }
        Ok(index)
    }

    pub fn is_open_function(&self, index: usize) -> bool {
        self.open.functions.contains_key(&index)
    }

    /// Why a function that the program uses cannot be left open, if it is one of the thread library.
    pub fn refuse_open_function(&self, index: usize) -> Option<Diagnostic> {
        let span = *self.open.functions.get(&index)?;
        let name = &self.entities.functions[index].name;
        let is_of_threads = OF_THE_THREAD_LIBRARY.iter().any(|family| name.starts_with(family));
        if !is_of_threads || self.options.undefined == Undefined::NondetEvenThreads {
            return None;
        }
        let message = format!("the function '{name}' of the thread library is not supported");
        Some(Diagnostic::error(span, message).with_help(
            "write a body for it over functions that --list-support lists; \
             --undefined nondet-even-threads leaves out what it does to threads and locks",
        ))
    }

    /// `int name();`, as C90 has it for a name that is called without a declaration.
    fn declare_implicitly(&mut self, name: &str, span: Span) -> FunctionIndex {
        let ty = FunctionType { result: Ty::INT, parameters: Vec::new(), variadic: false, prototype: false };
        let function = FunctionEntity::new(name, self.unit.home, Rc::new(ty), true, span);
        let index = self.entities.add_function(function);
        self.entities.external.insert(name.to_owned(), Symbol::Function(index));
        index
    }

    /// A body that returns any value, and may write any through its parameters.
    pub fn lower_open_function(&mut self, index: FunctionIndex) -> Lowered<()> {
        let FunctionEntity { ty, name, span, .. } = &self.entities.functions[index.0];
        let (ty, name, span) = (ty.clone(), name.clone(), *span);
        self.body = Builder::new(name, self.options.data_model, span);
        self.frame = Frame::default();
        let pointer = self.pointer_type();
        let mut result = None;
        let mut written = Vec::new();
        match &ty.result {
            Ty::Void => {}
            Ty::Record(_) => {
                let register = self.body.register(pointer, Some("result".into()));
                self.body.parameters.push(register);
                for leaf in self.leaves(&ty.result, span)? {
                    let address = self.displace(Operand::Register(register), leaf.offset.into(), span);
                    self.store_anything(address, leaf.ty, leaf.access, span);
                }
            }
            scalar => {
                self.body.result = Some(self.scalar(scalar, span)?);
                result = Some(self.nondet(scalar, span)?.operand);
            }
        }
        for (position, parameter) in ty.parameters.iter().enumerate() {
            let scalar = match &parameter.ty {
                Ty::Record(_) => pointer,
                other => self.scalar(other, span)?,
            };
            let register = self.body.register(scalar, None);
            self.body.parameters.push(register);
            if let Some(element) = self.written_through(parameter) {
                written.push((position + 1, register, element));
            }
        }
        if ty.variadic {
            let register = self.body.register(pointer, None);
            self.body.parameters.push(register);
        }
        for (number, register, element) in written {
            self.write_anything(number, register, &element, span)?;
        }
        self.body.end(Terminator::Return(result), span);
        let body =
            std::mem::replace(&mut self.body, Builder::new(String::new(), self.options.data_model, span));
        let (mut function, properties) = body.finish();
        function.signature = self.signature_of(&ty);
        self.entities.functions[index.0].lowered = Some((function, properties));
        Ok(())
    }

    /// The type of the elements that may be written through a parameter: single bytes if it points to no type at all.
    /// What only other files know the layout of is theirs.
    fn written_through(&self, parameter: &Qual) -> Option<Ty> {
        let target = parameter.ty.pointee().filter(|target| !target.constant)?;
        match &target.ty {
            Ty::Void => Some(Ty::Int(IntKind::UChar)),
            Ty::Function(_) => None,
            other => self.sizes().size(other).filter(|&size| size > 0).map(|_| other.clone()),
        }
    }

    /// Through the parameter of this number, from 1: as many elements as there are behind the pointer, if any.
    fn write_anything(
        &mut self,
        number: usize,
        register: RegisterId,
        element: &Ty,
        span: Span,
    ) -> Lowered<()> {
        let size = self.size_of(element, span)?;
        let leaves = self.leaves(element, span).unwrap_or_default();
        let most = MOST_WRITTEN_SCALARS.checked_div(leaves.len()).unwrap_or(0) as u64;
        let pointer = self.pointer_type();
        let (writes, done) = (self.body.block(), self.body.block());
        let decision = self.body.register(Type::BOOL, None);
        self.body.emit(Op::Nondet { dst: decision }, span);
        self.body
            .end(Terminator::Branch { condition: Operand::Register(decision), yes: writes, no: done }, span);
        self.body.place(writes);
        let (address, dst) = (Operand::Register(register), self.body.register(pointer, None));
        self.body.emit(Op::Room { dst, address }, span);
        let room = Operand::Register(dst);
        let bytes = |count: u64| Builder::constant((count * size).into(), pointer);
        let fits = self.body.binary(BinaryOp::ULt, room, bytes(most + 1), Type::BOOL, span);
        let what = format!(
            "what the function does to more than {} bytes behind its parameter {number}",
            (most + 1) * size - 1
        );
        self.body.emit(Op::Limit { condition: fits, what }, span);
        for index in 0..most {
            let here = self.body.block();
            let holds = self.body.binary(BinaryOp::ULe, bytes(index + 1), room, Type::BOOL, span);
            self.body.end(Terminator::Branch { condition: holds, yes: here, no: done }, span);
            self.body.place(here);
            for leaf in &leaves {
                let offset = i128::from(index * size + leaf.offset);
                let address = self.displace(address, offset, span);
                self.store_anything(address, leaf.ty, Access::ATOMIC, span);
            }
        }
        self.body.fall_into(done, span);
        Ok(())
    }

    fn store_anything(&mut self, address: Operand, ty: Type, access: Access, span: Span) {
        let dst = self.body.register(ty, None);
        self.body.emit(Op::Nondet { dst }, span);
        let value = Operand::Register(dst);
        let access = if access == Access::Plain { Access::First } else { access };
        self.body.emit(Op::Store { address, value, ty, access, check: None }, span);
    }

    /// A variable that no file defines. It gets its contents when the program starts.
    pub fn open_object(&mut self, index: ObjectIndex) {
        let object = &self.entities.objects[index.0];
        if object.external {
            self.library.assert_read(&object.name);
        }
        let (name, span, ty) = (object.name.clone(), object.span, object.ty.ty.clone());
        let error =
            |message: String| Diagnostic::error(span, message).with_help("add the file that defines it");
        if self.options.undefined == Undefined::Error || self.sizes().size(&ty).is_none() {
            self.report(error(format!("the variable '{name}' is declared but defined nowhere")));
        } else if self.leaves(&ty, span).is_ok_and(|leaves| leaves.len() <= MOST_OPEN_SCALARS) {
            let message =
                format!("the variable '{name}' is defined nowhere: it is taken to begin with any contents");
            let advice = "add the file that defines it; --undefined error makes this an error";
            self.warn(Diagnostic::warning(span, message).with_help(advice));
            self.open.objects.push(index);
        } else {
            self.report(error(format!(
                "the variable '{name}' is defined nowhere, and too large to be left open"
            )));
        }
        self.entities.objects[index.0].state = ObjectState::Evaluated;
    }

    /// What the entry does first: variables without a definition get their contents.
    pub fn fill_open_objects(&mut self, entry: FunctionIndex) {
        for index in self.open.objects.clone() {
            let (ty, span) =
                (self.entities.objects[index.0].ty.ty.clone(), self.entities.objects[index.0].span);
            let leaves = self.leaves(&ty, span).unwrap_or_default();
            let Some((function, _)) = &mut self.entities.functions[entry.0].lowered else { return };
            let mut first = Vec::new();
            for leaf in leaves {
                let dst = RegisterId::new(function.registers.len());
                function.registers.push(Register { ty: leaf.ty, name: None });
                first.push(Op::Nondet { dst });
                let global = GlobalId::new(index.0);
                first.push(Op::Store {
                    address: Operand::Global { global, offset: leaf.offset as i64 },
                    value: Operand::Register(dst),
                    ty: leaf.ty,
                    access: leaf.access,
                    check: None,
                });
            }
            let first = first.into_iter().map(|op| Instruction { op, span });
            function.blocks[0].instructions.splice(0..0, first);
        }
    }
}

fn no_definition(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("the function '{name}' has no definition")).with_help(
        "add the file that defines it, or write a body for it that returns a value of __VERIFIER_nondet_…",
    )
}

/// Functions whose effect cannot be left open: what they are, and what to do instead.
fn beyond_models(name: &str) -> Option<(String, &'static str)> {
    let (what, advice) = match name {
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp" | "siglongjmp" => (
            "jumps between functions",
            "return an error code instead, or end the thread with pthread_exit or the program with exit",
        ),
        "signal" | "sigaction" | "raise" | "kill" | "pthread_kill" | "sigwait" | "sigsuspend" | "pause"
        | "alarm" | "setitimer" | "sigqueue" | "bsd_signal" | "__sysv_signal" => {
            ("signals", "start a thread that calls the handler: it may run at any moment, like a signal")
        }
        "fork" | "vfork" | "clone" | "execl" | "execlp" | "execle" | "execv" | "execvp" | "execve" => {
            ("processes", "start a thread with pthread_create instead")
        }
        "mmap" | "shmat" | "dlopen" | "dlsym" => {
            ("memory that does not come from the program", "allocate it with malloc instead")
        }
        "makecontext" | "swapcontext" | "setcontext" | "getcontext" => {
            ("user-level contexts", "start a thread with pthread_create instead")
        }
        _ => return None,
    };
    Some((format!("{what} ('{name}')"), advice))
}
