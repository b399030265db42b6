//! Words of the text for the values of an enumeration: each table stands once, for the printer and for the parser.

/// Gives a type `ALL`, `name` and `named`. A value that is added and has no word here does not compile.
macro_rules! names {
    ($kind:ident { $($value:ident => $name:literal),* $(,)? }) => {
        impl $kind {
            /// In the order of their declaration.
            pub const ALL: [$kind; [$($name),*].len()] = [$($kind::$value),*];

            /// As it stands in the text of a program.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$value => $name,)*
                }
            }

            pub fn named(name: &str) -> Option<$kind> {
                $kind::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
pub(crate) use names;

#[cfg(test)]
mod tests {
    use crate::ir::{BinaryOp, Contents, DataModel, FloatBinaryOp, FloatUnaryOp, MemoryOrder, UnaryOp};

    #[test]
    fn every_value_is_found_by_its_name() {
        assert!(BinaryOp::ALL.into_iter().all(|op| BinaryOp::named(op.name()) == Some(op)));
        assert!(MemoryOrder::ALL.into_iter().all(|order| MemoryOrder::named(order.name()) == Some(order)));
        assert_eq!(DataModel::named("ilp32"), Some(DataModel::Ilp32));
        assert_eq!(DataModel::named("ILP32"), None);
    }

    /// The parser looks in one table after the other.
    #[test]
    fn no_two_instructions_begin_with_the_same_word() {
        let mut words = UnaryOp::ALL.map(UnaryOp::name).to_vec();
        words.extend(BinaryOp::ALL.map(BinaryOp::name));
        words.extend(FloatBinaryOp::ALL.map(FloatBinaryOp::name));
        words.extend(FloatUnaryOp::ALL.map(FloatUnaryOp::name));
        words.extend(Contents::ALL.map(Contents::name));
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
