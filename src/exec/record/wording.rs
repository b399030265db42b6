//! Library functions that are best told in words.
//!
//! `locks m` says more than the reads and writes by which a model of a mutex does it. A function that is not in
//! the table is shown by its accesses to the user's variables, so nothing depends on the table being complete.

use crate::trace::{Deed, Value, Verb};

/// How a call of a library function is told; `None` tells nothing.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    pub function: &'static str,
    /// When the call begins.
    pub enter: Option<Verb>,
    /// When it has returned zero, or nothing.
    pub leave: Option<Verb>,
    /// When it has returned something else.
    pub refused: Option<Verb>,
    /// Something that a model has to say in between, inside a call that is told in words itself.
    pub is_remark: bool,
}

const fn silent(function: &'static str) -> Wording {
    Wording { function, enter: None, leave: None, refused: None, is_remark: false }
}

const fn leaving(function: &'static str, leave: Verb) -> Wording {
    Wording { leave: Some(leave), ..silent(function) }
}

const fn trying(function: &'static str, leave: Verb, refused: Verb) -> Wording {
    Wording { refused: Some(refused), ..leaving(function, leave) }
}

const fn waiting(function: &'static str, refused: Option<Verb>) -> Wording {
    Wording { enter: Some(Verb::Waits), refused, ..leaving(function, Verb::WakesUp) }
}

const fn passing(function: &'static str) -> Wording {
    Wording { enter: Some(Verb::ArrivesAt), ..trying(function, Verb::Passes, Verb::Passes) }
}

const fn entering(function: &'static str, enter: Verb) -> Wording {
    Wording { enter: Some(enter), ..silent(function) }
}

const fn remark(function: &'static str, enter: Verb) -> Wording {
    Wording { is_remark: true, ..entering(function, enter) }
}

/// A function with nothing to tell is there because its accesses are no news: one by one through a string, or of
/// the number of a thread, whose creation is shown anyway.
const WORDINGS: &[Wording] = &[
    remark("__bmc_wake_unasked", Verb::WakesUnasked),
    leaving("cnd_broadcast", Verb::WakesAll),
    leaving("cnd_destroy", Verb::Destroys),
    leaving("cnd_init", Verb::Initialises),
    leaving("cnd_signal", Verb::Signals),
    waiting("cnd_timedwait", Some(Verb::StopsWaiting)),
    waiting("cnd_wait", None),
    silent("memcmp"),
    entering("memcpy", Verb::Copies),
    entering("memmove", Verb::Copies),
    entering("memset", Verb::Fills),
    leaving("mtx_destroy", Verb::Destroys),
    leaving("mtx_init", Verb::Initialises),
    leaving("mtx_lock", Verb::Locks),
    trying("mtx_timedlock", Verb::Locks, Verb::GivesUpWaiting),
    trying("mtx_trylock", Verb::Locks, Verb::FindsLocked),
    leaving("mtx_unlock", Verb::Unlocks),
    leaving("pthread_barrier_destroy", Verb::Destroys),
    leaving("pthread_barrier_init", Verb::Initialises),
    passing("pthread_barrier_wait"),
    leaving("pthread_cond_broadcast", Verb::WakesAll),
    waiting("pthread_cond_clockwait", Some(Verb::StopsWaiting)),
    leaving("pthread_cond_destroy", Verb::Destroys),
    leaving("pthread_cond_init", Verb::Initialises),
    leaving("pthread_cond_signal", Verb::Signals),
    waiting("pthread_cond_timedwait", Some(Verb::StopsWaiting)),
    waiting("pthread_cond_wait", None),
    silent("pthread_create"),
    trying("pthread_mutex_clocklock", Verb::Locks, Verb::GivesUpWaiting),
    leaving("pthread_mutex_destroy", Verb::Destroys),
    leaving("pthread_mutex_init", Verb::Initialises),
    trying("pthread_mutex_lock", Verb::Locks, Verb::CannotLock),
    trying("pthread_mutex_timedlock", Verb::Locks, Verb::GivesUpWaiting),
    trying("pthread_mutex_trylock", Verb::Locks, Verb::FindsLocked),
    trying("pthread_mutex_unlock", Verb::Unlocks, Verb::CannotUnlock),
    trying("pthread_rwlock_clockrdlock", Verb::LocksForReading, Verb::GivesUpWaiting),
    trying("pthread_rwlock_clockwrlock", Verb::LocksForWriting, Verb::GivesUpWaiting),
    leaving("pthread_rwlock_destroy", Verb::Destroys),
    leaving("pthread_rwlock_init", Verb::Initialises),
    trying("pthread_rwlock_rdlock", Verb::LocksForReading, Verb::CannotLock),
    trying("pthread_rwlock_timedrdlock", Verb::LocksForReading, Verb::GivesUpWaiting),
    trying("pthread_rwlock_timedwrlock", Verb::LocksForWriting, Verb::GivesUpWaiting),
    trying("pthread_rwlock_tryrdlock", Verb::LocksForReading, Verb::FindsLocked),
    trying("pthread_rwlock_trywrlock", Verb::LocksForWriting, Verb::FindsLocked),
    trying("pthread_rwlock_unlock", Verb::Unlocks, Verb::CannotUnlock),
    trying("pthread_rwlock_wrlock", Verb::LocksForWriting, Verb::CannotLock),
    leaving("pthread_spin_destroy", Verb::Destroys),
    leaving("pthread_spin_init", Verb::Initialises),
    trying("pthread_spin_lock", Verb::Locks, Verb::CannotLock),
    trying("pthread_spin_trylock", Verb::Locks, Verb::FindsLocked),
    leaving("pthread_spin_unlock", Verb::Unlocks),
    trying("sem_clockwait", Verb::Lowers, Verb::GivesUpWaiting),
    leaving("sem_destroy", Verb::Destroys),
    leaving("sem_init", Verb::Initialises),
    leaving("sem_post", Verb::Raises),
    trying("sem_timedwait", Verb::Lowers, Verb::GivesUpWaiting),
    trying("sem_trywait", Verb::Lowers, Verb::FindsAtZero),
    leaving("sem_wait", Verb::Lowers),
    entering("strcat", Verb::Appends),
    silent("strchr"),
    silent("strcmp"),
    entering("strcpy", Verb::CopiesText),
    silent("strlen"),
    silent("strncmp"),
    entering("strncpy", Verb::CopiesAtMost),
    silent("thrd_create"),
];

impl Wording {
    /// A call of the function with these arguments, told by one of its verbs.
    pub fn deed(&self, verb: Verb, arguments: &[Value]) -> Deed {
        Deed::Call { function: self.function.to_string(), verb, arguments: arguments.to_vec() }
    }
}

pub fn wording(function: &str) -> Option<&'static Wording> {
    WORDINGS.iter().find(|wording| wording.function == function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_name_and_others_are_shown_by_their_accesses() {
        let wait = wording("pthread_cond_wait").expect("in the table");
        assert_eq!((wait.enter, wait.leave), (Some(Verb::Waits), Some(Verb::WakesUp)));
        assert!(wording("qsort").is_none());
    }
}
