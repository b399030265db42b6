//! The comparison with exhaustive exploration is not blind: it catches every mistake that is planted.
//!
//! One mistake after the other is switched on for `check` (not for the interpreter, nor for the program it
//! explores), and the generated programs of the ordinary test run are compared until one tells: the answers differ,
//! or the replay contradicts. Which one did is printed. A mistake that no program tells from the truth fails the
//! test; then the generators have to be improved, not the mistake.

#[path = "oracle/arrays.rs"]
mod arrays;
#[path = "oracle/blocks.rs"]
mod blocks;
#[path = "oracle/calls.rs"]
mod calls;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/compare.rs"]
mod compare;
#[path = "oracle/endless.rs"]
mod endless;
#[allow(dead_code, reason = "tests/verdicts_with_gcc.rs shares it")]
#[path = "oracle/flow.rs"]
mod flow;
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/jobs.rs"]
mod jobs;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/keep.rs"]
mod keep;
#[path = "oracle/lifetimes.rs"]
mod lifetimes;
#[path = "oracle/misuse.rs"]
mod misuse;
#[path = "oracle/orders.rs"]
mod orders;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/parts.rs"]
mod parts;
#[path = "support/program.rs"]
mod program;
#[path = "oracle/prove.rs"]
mod prove;
#[path = "oracle/rare.rs"]
mod rare;
#[path = "oracle/shrink.rs"]
mod shrink;
#[path = "oracle/spinning.rs"]
mod spinning;
#[path = "oracle/synchronise.rs"]
mod synchronise;
#[path = "oracle/unchecked.rs"]
mod unchecked;
#[path = "oracle/undefined.rs"]
mod undefined;
#[path = "oracle/waiting.rs"]
mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bmc_conc::ir::Program;
use bmc_conc::planted::{Mistake, enable};
use bmc_conc::property::{Check, Checks};
use bmc_conc::prove::{Obstacle, Verdict};
use bmc_conc::sequentialize::Schedule;
use bmc_conc::source::Input;

use compare::{Disagreement, Extent, Kind, Variant, compare};
use parts::Part;

/// No more than the ordinary test run compares.
const PROGRAMS: u64 = 60;

fn input(part: Part, seed: u64) -> Input {
    Input::Text { name: format!("seed{seed}.c"), text: (part.generate)(seed) }
}

fn load_to_explore(part: Part, seed: u64) -> Program {
    program::with_repetitions(input(part, seed), part.checks).expect("generated programs compile")
}

fn load_to_check(part: Part, seed: u64) -> Program {
    program::program(input(part, seed), part.checks).expect("generated programs compile")
}

/// The formula that makes the mistake, if it is not the usual one.
fn variant_with(mistake: Mistake) -> Option<Variant> {
    (mistake == Mistake::GuessesAreNotChecked).then_some(Variant::Scheduled(Schedule::Eager))
}

/// What the comparison says with the mistake. A mistake may also contradict what the program knows of itself.
fn told(mistake: Mistake, part: Part, seed: u64) -> Option<Disagreement> {
    let explored = load_to_explore(part, seed);
    enable(Some(mistake));
    let checked = load_to_check(part, seed);
    let variant = variant_with(mistake);
    let extent = Extent { unwind: part.unwind(seed), variant, ..Extent::VERDICTS };
    let compared = catch_unwind(AssertUnwindSafe(|| compare(&explored, &checked, extent)));
    enable(None);
    match compared {
        Ok(compared) => compared.err(),
        Err(_) => Some(Disagreement {
            kind: Kind::Unknown,
            property: None,
            answers: ["", "crashed"],
            what: "an assertion failed".into(),
        }),
    }
}

/// Asserts that a program of the part tells.
fn assert_is_told(mistake: Mistake, part: Part) {
    for seed in 0..PROGRAMS {
        if let Some(found) = told(mistake, part, seed) {
            println!("{mistake:?}: {}, seed {seed}: {}", part.name, found.what);
            return;
        }
    }
    panic!("{mistake:?} goes unnoticed in {PROGRAMS} programs about {}", part.name);
}

/// What tells that a proof of a program is wrong, if the mistake leads to one. Exploration does not make it.
fn told_by_proof(mistake: Mistake, explored: &Program, checked: &Program) -> Option<String> {
    enable(Some(mistake));
    let verdict = catch_unwind(AssertUnwindSafe(|| prove::verdict(checked, 120)));
    enable(None);
    match verdict {
        Ok(Verdict::Unknown(Obstacle::Refused(refusal))) => Some(format!("refused: {refusal}")),
        Ok(Verdict::Unknown(why)) => {
            println!("{mistake:?}: no proof: {why}");
            None
        }
        Ok(verdict) => prove::complaint(&verdict, explored, &prove::exploration(explored)),
        Err(_) => Some("an assertion failed".into()),
    }
}

/// Asserts that the proof of a program of the part tells.
fn assert_is_told_by_proof(mistake: Mistake, part: Part) {
    for seed in 0..PROGRAMS {
        let told = told_by_proof(mistake, &load_to_explore(part, seed), &load_to_check(part, seed));
        if let Some(what) = told {
            println!("{mistake:?}: {}, seed {seed}: {what}", part.name);
            return;
        }
    }
    panic!("{mistake:?} goes unnoticed in {PROGRAMS} proofs about {}", part.name);
}

/// Asserts that the checker of proofs, or exploration, tells of a program in `tests/proofs`.
fn assert_is_told_by_program(mistake: Mistake, name: &str) {
    let path = format!("{}/tests/proofs/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the program can be read");
    let input = || Input::Text { name: path.clone(), text: text.clone() };
    // Where deadlocks are looked for, steps are shorter.
    let checks = Checks::NONE.with(Check::Assert).with(Check::Memory).with(Check::Race);
    let explored = program::with_repetitions(input(), checks).expect("the program compiles");
    let checked = program::program(input(), checks).expect("the program compiles");
    let told = told_by_proof(mistake, &explored, &checked);
    println!("{mistake:?}: {name}: {}", told.as_deref().unwrap_or("goes unnoticed"));
    assert!(told.is_some(), "{mistake:?} goes unnoticed in the proof of {name}");
}

macro_rules! mistakes {
    (
        checks { $($test:ident: $mistake:ident is told by $part:ident;)* }
        proofs { $($test_of_proof:ident: $mistake_of_proof:ident is told by $part_of_proof:ident;)* }
        programs { $($test_of_program:ident: $mistake_of_program:ident is told by $program:ident;)* }
    ) => {
        $(#[test]
        fn $test() {
            assert_is_told(Mistake::$mistake, parts::$part());
        })*

        $(#[test]
        fn $test_of_proof() {
            assert_is_told_by_proof(Mistake::$mistake_of_proof, parts::$part_of_proof());
        })*

        $(#[test]
        fn $test_of_program() {
            assert_is_told_by_program(Mistake::$mistake_of_program, stringify!($program));
        })*

        #[test]
        fn every_mistake_has_its_test() {
            let tested = [
                $(Mistake::$mistake,)*
                $(Mistake::$mistake_of_proof,)*
                $(Mistake::$mistake_of_program,)*
            ];
            assert!(Mistake::ALL.iter().all(|mistake| tested.contains(mistake)));
        }
    };
}

mistakes! {
    checks {
        steps_out_of_order: StepsOutOfOrder is told by rare;
        done_is_forgotten: DoneIsForgotten is told by rare;
        threads_start_uncreated: ThreadsStartUncreated is told by rare;
        join_does_not_wait: JoinDoesNotWait is told by rare;
        reads_are_bound_late: ReadsAreBoundLate is told by rare;
        branches_are_evaluated_again: BranchesAreEvaluatedAgain is told by rare;
        writes_reach_one_place: WritesReachOnePlace is told by rare;
        stops_only_before_what_happens: StopsOnlyBeforeWhatHappens is told by rare;
        atomic_accesses_never_race: AtomicAccessesNeverRace is told by races;
        joining_threads_are_not_blocked: JoiningThreadsAreNotBlocked is told by deadlocks;
        one_violation_hides_others: OneViolationHidesOthers is told by together;
        assertions_are_never_reached: AssertionsAreNeverReached is told by rare;
        guesses_are_not_checked: GuessesAreNotChecked is told by rare;
        reads_give_no_licence: ReadsGiveNoLicence is told by rare;
        creation_gives_no_licence: CreationGivesNoLicence is told by rare;
        ends_give_no_licence: EndsGiveNoLicence is told by rare;
        what_is_written_does_not_matter: WhatIsWrittenDoesNotMatter is told by rare;
        addresses_never_meet: AddressesNeverMeet is told by indices;
        rounds_suffice_too_early: RoundsSufficeTooEarly is told by rare;
        threads_begin_a_round_late: ThreadsBeginARoundLate is told by values;
        joins_take_two_rounds: JoinsTakeTwoRounds is told by values;
        any_lock_protects: AnyLockProtects is told by races;
        one_path_holds_for_both: OnePathHoldsForBoth is told by rare;
        missing_arguments_are_zero: MissingArgumentsAreZero is told by calls;
        assumptions_undo_the_step_before: AssumptionsUndoTheStepBefore is told by rare;
        assumptions_split_sections: AssumptionsSplitSections is told by rare;
        invalid_addresses_pass: InvalidAddressesPass is told by rare;
        nothing_dies: NothingDies is told by lives;
        blocks_end_nothing: BlocksEndNothing is told by scopes;
        addresses_are_never_reused: AddressesAreNeverReused is told by reuse;
        unwritten_is_unmade: UnwrittenIsUnmade is told by jobs;
        own_blocks_are_never_found: OwnBlocksAreNeverFound is told by jobs;
        escapes_are_missed: EscapesAreMissed is told by rare;
        readers_do_not_share: ReadersDoNotShare is told by rare;
        orders_are_never_told: OrdersAreNeverTold is told by orders;
        weak_exchange_never_fails: WeakExchangeNeverFails is told by orders;
        written_values_are_forgotten: WrittenValuesAreForgotten is told by rare;
        negations_are_overlooked: NegationsAreOverlooked is told by indices;
        written_bits_are_cut: WrittenBitsAreCut is told by rare;
        each_way_back_has_its_own_iterations: EachWayBackHasItsOwnIterations is told by control_flow;
        registers_are_not_compared: RegistersAreNotCompared is told by spinning;
        private_memory_is_not_compared: PrivateMemoryIsNotCompared is told by spinning;
        visible_writes_do_not_count: VisibleWritesDoNotCount is told by spinning;
        exchanges_change_nothing: ExchangesChangeNothing is told by spinning;
        iterations_are_compared_with_the_first: IterationsAreComparedWithTheFirst is told by spinning;
        threads_that_spin_are_blocked: ThreadsThatSpinAreBlocked is told by spinning;
        pointers_carry_into_others: PointersCarryIntoOthers is told by indices;
        one_result_for_all_paths: OneResultForAllPaths is told by rare;
        unchecked_paths_end_silently: UncheckedPathsEndSilently is told by unchecked;
        undefined_functions_write_nothing: UndefinedFunctionsWriteNothing is told by undefined;
        unlock_does_not_release: UnlockDoesNotRelease is told by races;
        lock_does_not_wait: LockDoesNotWait is told by races;
        signals_wake_nobody: SignalsWakeNobody is told by waiting;
        signals_wake_everybody: SignalsWakeEverybody is told by waiting;
        waiting_keeps_the_mutex: WaitingKeepsTheMutex is told by waiting;
        semaphores_are_inexhaustible: SemaphoresAreInexhaustible is told by waiting;
        zeros_are_semaphores: ZerosAreSemaphores is told by misuse;
        threads_are_always_over: ThreadsAreAlwaysOver is told by misuse;
        repeated_wakeups_change_nothing: RepeatedWakeupsChangeNothing is told by waking;
        who_is_late_is_not_signalled: WhoIsLateIsSignalled is told by waking;
    }
    proofs {
        steps_go_past_events: StepsGoPastEvents is told by endless;
        paths_keep_nothing: PathsKeepNothing is told by endless;
        steps_keep_nothing: StepsKeepNothing is told by endless;
        ranges_are_lost: RangesAreLost is told by endless;
    }
    programs {
        any_lock_keeps_apart: AnyLockKeepsApart is told by other_lock_broken;
        locks_are_free_between_steps: LocksAreFreeBetweenSteps is told by try_lock_fails_broken;
        assumptions_undo_the_step: AssumptionsUndoTheStep is told by assumption_behind_a_write_broken;
        sections_undo_the_step: SectionsUndoTheStep is told by section_behind_a_write_broken;
        sections_come_to_all_ends: SectionsComeToAllEnds is told by section_ends_broken;
        releases_move_later: ReleasesMoveLater is told by between_two_locks_broken;
        locks_of_one_path_are_held: LocksOfOnePathAreHeld is told by lock_on_one_path_broken;
        overwritten_locks_are_trusted: OverwrittenLocksAreTrusted is told by lock_overwritten_broken;
        threads_end_beside_their_sections:
            ThreadsEndBesideTheirSections is told by section_thread_end_broken;
        threads_replace_each_other: ThreadsReplaceEachOther is told by created_again_broken;
        distances_are_halved: DistancesAreHalved is told by stop_flag_workers;
        what_is_built_in_is_not_asked: WhatIsBuiltInIsNotAsked is told by ring_buffer_counters;
    }
}

/// Without a mistake, the same comparison says nothing.
#[test]
fn without_a_mistake_nothing_is_told() {
    for part in parts::all() {
        for seed in 0..4 {
            let (explored, checked) = (load_to_explore(part, seed), load_to_check(part, seed));
            let extent = Extent { unwind: part.unwind(seed), ..Extent::VERDICTS };
            let told = compare(&explored, &checked, extent).err();
            assert_eq!(told, None, "{}: seed {seed}", part.name);
        }
    }
}

/// Shrinking keeps what the disagreement needs, and hardly anything else.
#[test]
fn what_a_mistake_shows_on_is_shrunk() {
    let (mistake, part) = (Mistake::BranchesAreEvaluatedAgain, parts::rare());
    let found = (0..PROGRAMS).find_map(|seed| Some((seed, told(mistake, part, seed)?)));
    let (seed, found) = found.expect("the mistake is told");
    let text = (part.generate)(seed);
    enable(Some(mistake));
    let small = keep::shrink_disagreement(part, &text, Extent::VERDICTS, &found);
    let input = Input::Text { name: "small.c".into(), text: small.as_str().into() };
    let program = program::program(input, part.checks).expect("what was shrunk compiles");
    let again = compare(&program, &program, Extent::VERDICTS).expect_err("what was shrunk still differs");
    enable(None);
    assert!(again.is_like(&found), "{again:?} is not like {found:?}");
    assert!(!again.is_like(&Disagreement { property: None, ..found.clone() }), "the property counts");
    println!("{small}");
    let count = |text: &str| text.split([';', '{']).count();
    assert!(small.contains("main") && small.contains("pthread_create"), "{small}");
    assert!(count(&small) * 3 < count(&text) * 2, "{text}\n{small}");
}
