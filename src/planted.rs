//! Mistakes planted on purpose, to show that the comparison with exhaustive exploration would notice them.
//!
//! A comparison that finds nothing may be blind. Here are mistakes that someone could make: `tests/planted.rs`
//! makes one after the other and demands that the generated programs of the ordinary test run tell. The feature
//! `planted-mistakes` is off by default, and then nothing of this exists: `planted!(…)` is `false`, and the
//! compiler removes what depends on it.
//!
//! The selection belongs to a thread of the test run. Nothing that makes mistakes starts threads of its own.

/// Whether the mistake is to be made now.
#[cfg(feature = "planted-mistakes")]
macro_rules! planted {
    ($mistake:ident) => {
        $crate::planted::is_enabled($crate::planted::Mistake::$mistake)
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
pub(crate) use models::model_text;
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
        // The encoder.
        /// A thread may pass a step without having passed the one before it.
        StepsOutOfOrder,
        /// What a thread has passed in one round it may pass again in the next.
        DoneIsForgotten,
        /// Threads run without having been created.
        ThreadsStartUncreated,
        /// A thread that joins goes on at once.
        JoinDoesNotWait,
        /// A read sees what was there when the round began.
        ReadsAreBoundLate,
        /// A read is made again in every later round: the branch that was taken has to be taken again.
        BranchesAreEvaluatedAgain,
        /// An access through a pointer that may point to several places reaches only the first of them.
        WritesReachOnePlace,
        /// A thread stops only before a step that takes effect, although an assumption may have ended it.
        StopsOnlyBeforeWhatHappens,
        /// A race needs two plain accesses.
        AtomicAccessesNeverRace,
        /// A thread that waits for another to end is not blocked.
        JoiningThreadsAreNotBlocked,
        /// Once something is violated, nothing else is.
        OneViolationHidesOthers,
        /// No run comes to an assertion.
        AssertionsAreNeverReached,
        /// What a round begins with need not be what the one before it left, where that is guessed.
        GuessesAreNotChecked,

        // The reductions.
        /// What others read is forgotten when a thread resumes with a write.
        ReadsGiveNoLicence,
        /// A thread needs more than its creation to begin in a later round.
        CreationGivesNoLicence,
        /// A thread that waits for another to end needs more than that to go on in a later round.
        EndsGiveNoLicence,
        /// A cell matters only if a claim or a wait reads it, not if what is written to such a cell depends on it.
        WhatIsWrittenDoesNotMatter,
        /// A write at another address than a read's does not reach it, even if the two turn out to be the same.
        AddressesNeverMeet,
        /// One round too few counts as enough for all schedules.
        RoundsSufficeTooEarly,
        /// A thread begins in the round after its creation.
        ThreadsBeginARoundLate,
        /// What comes after a join is two rounds after the end of the thread.
        JoinsTakeTwoRounds,
        /// Any lock protects a cell, even if others use it under another one.
        AnyLockProtects,
        /// A cell whose every access is under some lock counts as kept apart, though the locks differ.
        AnyLockKeepsApart,
        /// What threads that ask for a lock find there is what is there between steps.
        LocksAreFreeBetweenSteps,
        /// Where two paths meet, the locks that one of them holds are held.
        OnePathHoldsForBoth,

        // The steps of threads, for proofs.
        /// A step goes on past a second thing that others may notice.
        StepsGoPastEvents,
        /// A failed assumption undoes what its step has done before, which others may have seen.
        AssumptionsUndoTheStep,
        /// A section that does not happen undoes what its step has done before.
        SectionsUndoTheStep,
        /// A section that its thread's end ends counts as one that nobody notices.
        ThreadsEndBesideTheirSections,
        /// What is accessed in a section with several ends counts as accessed only if it comes to all of them.
        SectionsComeToAllEnds,
        /// Nobody notices that a lock is released: that may as well happen later.
        ReleasesMoveLater,
        /// Where two paths of a step meet, the locks that one of them holds are held.
        LocksOfOnePathAreHeld,
        /// A lock keeps others away though its memory is written by somebody else.
        OverwrittenLocksAreTrusted,
        /// A thread that is created again takes the place of the one before.
        ThreadsReplaceEachOther,
        /// What one path of a step writes is zero behind the others.
        PathsKeepNothing,
        /// What a thread writes from some place is zero behind its steps from other places.
        StepsKeepNothing,

        // The search for proofs.
        /// A variable has only the lowest of the ranges that it was found to have.
        RangesAreLost,
        /// The distance of a number from others is half as large as was found.
        DistancesAreHalved,
        /// Nobody asks whether what is built in stays true.
        WhatIsBuiltInIsNotAsked,

        // The unfolding and what it assumes.
        /// What a function takes and a call does not pass is zero.
        MissingArgumentsAreZero,
        /// Each way back to the head of a loop runs through its iterations by itself, before the others.
        EachWayBackHasItsOwnIterations,
        /// A failed assumption undoes the step before it, which others may have seen.
        AssumptionsUndoTheStepBefore,
        /// A failed assumption inside an atomic section leaves what the section did before it.
        AssumptionsSplitSections,
        /// An address outside all objects is taken to be inside of one.
        InvalidAddressesPass,
        /// Freed blocks and variables that have ended live on.
        NothingDies,
        /// Variables of inner blocks live until their function returns.
        BlocksEndNothing,
        /// A new block is never where a freed one was.
        AddressesAreNeverReused,
        /// A block that one of two paths has not written counts as not made there.
        UnwrittenIsUnmade,
        /// What was read from shared memory is no address of a block of the thread's own.
        OwnBlocksAreNeverFound,
        /// An iteration that changes registers counts as one that changes nothing.
        RegistersAreNotCompared,
        /// An iteration that changes memory of its thread's own counts as one that changes nothing.
        PrivateMemoryIsNotCompared,
        /// An iteration that writes what others see counts as one that changes nothing.
        VisibleWritesDoNotCount,
        /// Whatever an exchange puts where it has read counts as what it has read.
        ExchangesChangeNothing,
        /// What an iteration leaves is compared with how the first one began.
        IterationsAreComparedWithTheFirst,
        /// A thread whose iterations are left out waits for ever.
        ThreadsThatSpinAreBlocked,
        /// What a thread gives away by writing its address stays private to it.
        EscapesAreMissed,
        /// Memory is shared only if two threads write it.
        ReadersDoNotShare,
        /// Operands are evaluated from left to right only.
        OrdersAreNeverTold,
        /// A weak compare-exchange fails only if the values differ.
        WeakExchangeNeverFails,
        /// A cell that several threads write holds nothing but its first contents.
        WrittenValuesAreForgotten,
        /// What a condition says of an index is taken to hold where the condition does not.
        NegationsAreOverlooked,
        /// What a thread wrote keeps fewer bits than other threads may need of it.
        WrittenBitsAreCut,
        /// A thread that returns on several paths has the result of the last one.
        OneResultForAllPaths,
        /// A path that does something wrong that nobody asks about ends without leaving a mark.
        UncheckedPathsEndSilently,

        // The front end.
        /// A function without a body changes nothing, not even what its arguments point to.
        UndefinedFunctionsWriteNothing,

        /// Arithmetic on a pointer carries into the number of its object.
        PointersCarryIntoOthers,

        // The models of the library.
        /// Unlocking a mutex leaves it locked.
        UnlockDoesNotRelease,
        /// Locking a mutex does not wait until it is free.
        LockDoesNotWait,
        /// A signal wakes nobody.
        SignalsWakeNobody,
        /// A signal wakes all who wait.
        SignalsWakeEverybody,
        /// Waiting for a condition variable keeps the mutex.
        WaitingKeepsTheMutex,
        /// Waiting for a semaphore takes nothing from it.
        SemaphoresAreInexhaustible,
        /// A semaphore that was never initialised can be used if it is zeros.
        ZerosAreSemaphores,
        /// A thread that is asked whether it is over always is.
        ThreadsAreAlwaysOver,
        /// A thread that waits again after it was woken without a signal is always where it was.
        RepeatedWakeupsChangeNothing,
        /// A signal is for a thread whose time has run out, as long as it has not got the mutex.
        WhoIsLateIsSignalled,
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

/// Mistakes in the models are changes of their text.
#[cfg(feature = "planted-mistakes")]
mod models {
    use super::selection::{Mistake, is_enabled};

    const CHANGES: &[(Mistake, &str, &str, &str)] = &[
        (
            Mistake::UnlockDoesNotRelease,
            "mutex.c",
            "            mutex->recovery = BMC_LOST;\n        __bmc_release(mutex);\n        mutex->owner = 0;",
            "            mutex->recovery = BMC_LOST;",
        ),
        (
            Mistake::LockDoesNotWait,
            "mutex.c",
            "            __bmc_wait(free || is_own, mutex);",
            "            ;",
        ),
        (Mistake::SignalsWakeNobody, "condition.c", " & ~(candidates & -candidates)", ""),
        (Mistake::SignalsWakeEverybody, "condition.c", " & ~(candidates & -candidates)", " & 0"),
        (
            Mistake::WaitingKeepsTheMutex,
            "condition.c",
            "        __bmc_release(mutex);\n        mutex->owner = 0;",
            "",
        ),
        (Mistake::SemaphoresAreInexhaustible, "semaphore.c", "value - 1", "value"),
        (
            Mistake::ZerosAreSemaphores,
            "semaphore.c",
            "((stage) == BMC_INITIALISED)",
            "((stage) <= BMC_INITIALISED)",
        ),
        (
            Mistake::RepeatedWakeupsChangeNothing,
            "condition.c",
            "(LEAVES_OUT && (__bmc_checks(\"deadlock\") || HAS_DESTROY))",
            "0",
        ),
        (
            Mistake::WhoIsLateIsSignalled,
            "condition.c",
            "HAS_DESTROY || (limited && !signalled)",
            "HAS_DESTROY",
        ),
        (Mistake::ThreadsAreAlwaysOver, "thread.c", "over = __bmc_has_ended(thread);", "over = 1;"),
    ];

    pub fn model_text(name: &str, text: &str) -> String {
        let change = CHANGES.iter().find(|(mistake, file, ..)| name.ends_with(file) && is_enabled(*mistake));
        let Some((mistake, _, right, wrong)) = change else { return text.into() };
        assert_eq!(text.matches(right).count(), 1, "{mistake:?} changes one place of {name}");
        text.replace(right, wrong)
    }
}
