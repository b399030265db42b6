//! `__VERIFIER_nondet_int()` and its like: an arbitrary value of the declared type, or of the type in the name.

use super::Call;
use crate::data_model::DataModel;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{FloatKind, IntKind, Ty};

const PREFIX: &str = "__VERIFIER_nondet_";
/// Of programs for other verifiers, which declare the functions.
const SHORT_PREFIX: &str = "nondet_";

pub fn is_arbitrary(name: &str) -> bool {
    name.starts_with(PREFIX)
}

pub fn is_short_arbitrary(name: &str) -> bool {
    name.starts_with(SHORT_PREFIX)
}

pub fn value(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let ty = match call.declared {
        Some(index) => lowering.entities.functions[index.0].ty.result.clone(),
        None => type_named(call.name.strip_prefix(PREFIX).unwrap_or(call.name), lowering.options.data_model),
    };
    match ty {
        Ty::Void => Ok(Value::void()),
        ty => lowering.nondet(&ty, call.span),
    }
}

pub fn declared_value(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    match call.declared {
        Some(_) => value(lowering, call).map(Some),
        None => Ok(None),
    }
}

fn type_named(suffix: &str, model: DataModel) -> Ty {
    use IntKind::*;
    match suffix {
        "bool" | "_Bool" => Ty::Bool,
        "char" => Ty::Int(Char),
        "schar" | "s8" | "int8_t" => Ty::Int(SChar),
        "uchar" | "u8" | "uint8_t" | "unsigned_char" => Ty::Int(UChar),
        "short" | "s16" | "int16_t" => Ty::Int(Short),
        "ushort" | "u16" | "uint16_t" => Ty::Int(UShort),
        "uint" | "u32" | "unsigned" | "uint32_t" | "unsigned_int" => Ty::Int(UInt),
        "long" => Ty::Int(Long),
        "ulong" | "unsigned_long" | "sector_t" => Ty::Int(ULong),
        "longlong" | "s64" | "int64_t" | "loff_t" => Ty::Int(LongLong),
        "ulonglong" | "u64" | "uint64_t" => Ty::Int(ULongLong),
        "size_t" => Ty::size(model),
        "ssize_t" | "ptrdiff_t" => Ty::difference(model),
        "float" => Ty::Float(FloatKind::Float),
        "double" => Ty::Float(FloatKind::Double),
        "pointer" | "pchar" | "charp" => Ty::Void.pointer_to(),
        _ => Ty::INT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_types_and_unknown_ones_mean_int() {
        assert_eq!(type_named("uchar", DataModel::Lp64), Ty::Int(IntKind::UChar));
        assert_eq!(type_named("size_t", DataModel::Ilp32), Ty::size(DataModel::Ilp32));
        assert_eq!(type_named("whatever", DataModel::Lp64), Ty::INT);
    }
}
