//! C types as the front end sees them, before they become widths and layouts.
//!
//! Types are small trees shared by reference counting; records (structs and unions) live in a table, because
//! they are declared first and completed later. An enumeration is its underlying integer type. Qualifiers
//! that change nothing here (`volatile`, `restrict`) are dropped; `_Atomic` and `const` travel with a type, as
//! does the alignment that a `typedef` gives it.

use std::rc::Rc;

use crate::data_model::DataModel;
use crate::frontend::types::layout::Member;
use crate::ir::{RegisterId, Type};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// The value of a bit-field wider than `int`: gcc computes with it in as many bits as the field has.
    Bits {
        width: u8,
        signed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
}

/// A struct or union of the program, complete or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub u32);

#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Pointer(Rc<Qual>),
    /// The count is `None` for `[]`.
    Array(Rc<Qual>, Option<u64>),
    Function(Rc<FunctionType>),
    Record(RecordId),
    /// An array whose size in bytes is in the register, computed where the type was written.
    VariableArray(Rc<Qual>, RegisterId),
    /// `__builtin_va_list`: the address of the next argument.
    VariableArguments,
}

/// A type with the qualifiers that matter.
#[derive(Clone, Debug)]
pub struct Qual {
    pub ty: Ty,
    pub atomic: bool,
    pub constant: bool,
    /// What a `typedef` with the attribute `aligned` says. It makes no other type of it.
    pub aligned: Option<u64>,
}

impl PartialEq for Qual {
    fn eq(&self, other: &Qual) -> bool {
        self.ty == other.ty && self.atomic == other.atomic && self.constant == other.constant
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct FunctionType {
    pub result: Ty,
    pub parameters: Vec<Qual>,
    pub variadic: bool,
    /// False for `f()`, which says nothing about its arguments.
    pub prototype: bool,
}

pub struct Record {
    /// As a person would write it: `struct S`.
    pub name: String,
    pub union: bool,
    /// `None` while the record is only declared.
    pub body: Option<RecordBody>,
}

pub struct RecordBody {
    pub members: Vec<Member>,
    pub size: u64,
    pub align: u64,
}

impl IntKind {
    pub fn bits(self, model: DataModel) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong => model.pointer_bits(),
            LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
            Bits { width, .. } => width.into(),
        }
    }

    /// What an object of the type occupies.
    pub fn bytes(self, model: DataModel) -> u64 {
        u64::from(self.bits(model)).next_power_of_two() / 8
    }

    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128 | Bits { signed: true, .. })
    }

    pub fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong | Bits { .. } => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
            Bits { width, .. } => Bits { width, signed: false },
        }
    }

    /// What decides between two types of the same signedness.
    pub fn order(self, model: DataModel) -> (u32, u32) {
        (self.bits(model), self.rank())
    }

    fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
            Bits { .. } => "bit-field",
        }
    }
}

impl Ty {
    pub const INT: Ty = Ty::Int(IntKind::Int);

    pub fn pointer_to(self) -> Ty {
        Ty::Pointer(Rc::new(self.plain()))
    }

    /// The type without qualifiers.
    pub fn plain(self) -> Qual {
        Qual { ty: self, atomic: false, constant: false, aligned: None }
    }

    /// `size_t` is `unsigned int` on ILP32, as gcc has it.
    pub fn size(model: DataModel) -> Ty {
        Ty::Int(if model == DataModel::Lp64 { IntKind::ULong } else { IntKind::UInt })
    }

    pub fn difference(model: DataModel) -> Ty {
        Ty::Int(if model == DataModel::Lp64 { IntKind::Long } else { IntKind::Int })
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Ty::Bool | Ty::Int(_))
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self, Ty::Pointer(_))
    }

    pub fn is_float(&self) -> bool {
        matches!(self, Ty::Float(_))
    }

    pub fn is_scalar(&self) -> bool {
        self.is_integer() || self.is_pointer() || self.is_float() || *self == Ty::VariableArguments
    }

    pub fn is_signed(&self) -> bool {
        matches!(self, Ty::Int(kind) if kind.is_signed())
    }

    pub fn pointee(&self) -> Option<&Qual> {
        match self {
            Ty::Pointer(target) => Some(target),
            _ => None,
        }
    }

    /// The register type of a scalar.
    pub fn scalar(&self, model: DataModel) -> Option<Type> {
        match self {
            Ty::Bool => Some(Type::unsigned(8)),
            Ty::Int(kind) if kind.is_signed() => Some(Type::signed(kind.bits(model))),
            Ty::Int(kind) => Some(Type::unsigned(kind.bits(model))),
            Ty::Float(kind) => Some(Type::float(kind.bits())),
            Ty::Pointer(_) | Ty::VariableArguments => Some(Type::pointer(model)),
            _ => None,
        }
    }
}

/// How a type is called in messages.
pub fn type_name(ty: &Ty, records: &[Record]) -> String {
    match ty {
        Ty::Void => "void".into(),
        Ty::Bool => "_Bool".into(),
        Ty::Int(kind) => kind.name().into(),
        Ty::Float(FloatKind::Float) => "float".into(),
        Ty::Float(FloatKind::Double) => "double".into(),
        Ty::Float(FloatKind::LongDouble) => "long double".into(),
        Ty::Pointer(target) => match &target.ty {
            Ty::Function(function) => format!("{} (*)(…)", type_name(&function.result, records)),
            other => format!("{} *", type_name(other, records)),
        },
        Ty::Array(element, Some(count)) => format!("{}[{count}]", type_name(&element.ty, records)),
        Ty::VariableArray(element, _) => format!("{}[*]", type_name(&element.ty, records)),
        Ty::Array(element, None) => format!("{}[]", type_name(&element.ty, records)),
        Ty::Function(function) => format!("{} (…)", type_name(&function.result, records)),
        Ty::Record(id) => records[id.0 as usize].name.clone(),
        Ty::VariableArguments => "va_list".into(),
    }
}

/// Whether two types are the same to C: an array without a size fits one with a size, `f()` any function.
pub fn compatible(one: &Ty, other: &Ty) -> bool {
    match (one, other) {
        (Ty::Array(a, m), Ty::Array(b, n)) => (m.is_none() || n.is_none() || m == n) && same(a, b),
        (Ty::Pointer(a), Ty::Pointer(b)) => same(a, b),
        (Ty::Function(f), Ty::Function(g)) => {
            let parameters = f.parameters.len() == g.parameters.len()
                && f.variadic == g.variadic
                && f.parameters.iter().zip(&g.parameters).all(|(a, b)| compatible(&a.ty, &b.ty));
            compatible(&f.result, &g.result) && (parameters || !f.prototype || !g.prototype)
        }
        _ => one == other,
    }
}

fn same(one: &Qual, other: &Qual) -> bool {
    one.atomic == other.atomic && one.constant == other.constant && compatible(&one.ty, &other.ty)
}
