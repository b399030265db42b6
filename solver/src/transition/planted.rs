//! Mistakes planted on purpose in what is about transition systems, to show that tests and checker notice them.
//!
//! With the feature `planted-mistakes` a test switches one on for its own thread; without it nothing of this exists,
//! `planted!(…)` is `false`, and the compiler removes what depends on it.

/// Whether the mistake is to be made now.
#[cfg(feature = "planted-mistakes")]
macro_rules! planted {
    ($mistake:ident) => {
        $crate::transition::planted::is_enabled($crate::transition::planted::Mistake::$mistake)
    };
}

#[cfg(not(feature = "planted-mistakes"))]
macro_rules! planted {
    ($mistake:ident) => {
        false
    };
}

pub(crate) use planted;

#[cfg(feature = "planted-mistakes")]
pub use selection::{Mistake, enable, is_enabled};

#[cfg(feature = "planted-mistakes")]
mod selection {
    use std::cell::Cell;

    macro_rules! mistakes {
        ($($(#[doc = $text:literal])* $name:ident,)*) => {
            /// One way of being wrong each.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum Mistake { $($(#[doc = $text])* $name,)* }

            impl Mistake {
                pub const ALL: &[Mistake] = &[$(Mistake::$name),*];
            }
        };
    }

    mistakes! {
        // The search.
        /// A clause moves to the next frame without being asked for.
        PropagationDoesNotAsk,
        /// A clause that is made shorter may exclude first states.
        GeneralisationForgetsFirstStates,
        /// A predecessor keeps only what leads to the successor, not what the constraints need.
        LiftingForgetsConstraints,
        /// What a latch without a first value begins with is zero.
        AnyFirstValueIsZero,
        /// What is inductive together with the clause that is asked about is so without it.
        CoresForgetFrames,

        // Houdini.
        /// Only the first of the cases is asked.
        HoudiniAsksOneCase,
        /// Candidates need not hold at first.
        HoudiniForgetsFirstStates,

        // The checker.
        /// The last of the cases counts as shown.
        CheckerSkipsACase,
        /// Nobody asks whether the cases are all there are.
        CheckerTrustsTheCases,
        /// Nobody asks whether the invariant holds at first.
        CheckerSkipsFirstStates,
        /// Nobody asks whether the invariant excludes what is bad.
        CheckerSkipsSafety,
    }

    thread_local! {
        static ENABLED: Cell<Option<Mistake>> = const { Cell::new(None) };
    }

    /// From now on this thread makes the mistake; with `None`, no mistake.
    pub fn enable(mistake: Option<Mistake>) {
        ENABLED.set(mistake);
    }

    pub fn is_enabled(mistake: Mistake) -> bool {
        ENABLED.get() == Some(mistake)
    }
}
