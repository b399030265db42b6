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
