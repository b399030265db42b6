//! Library functions that are best told in words.
//!
//! `locks m` says more than the reads and writes by which a model of a mutex does it. A function that is not in
//! the table is shown by its accesses to the user's variables, so nothing depends on the table being complete.

/// How a call of a library function is told. `{0}`, `{1}`, … stand for its arguments: for what a pointer points
/// to, and for the value of a number. An empty text tells nothing.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    pub function: &'static str,
    /// When the call begins.
    pub enter: &'static str,
    /// When it has returned zero, or nothing.
    pub leave: &'static str,
    /// When it has returned something else.
    pub refused: &'static str,
}

const fn leaving(function: &'static str, leave: &'static str) -> Wording {
    Wording { function, enter: "", leave, refused: "" }
}

const fn trying(function: &'static str, leave: &'static str, refused: &'static str) -> Wording {
    Wording { function, enter: "", leave, refused }
}

const fn waiting(function: &'static str, refused: &'static str) -> Wording {
    Wording { function, enter: "releases {1}, waits for {0}", leave: "wakes up, locks {1} again", refused }
}

const fn passing(function: &'static str) -> Wording {
    Wording { function, enter: "arrives at {0}", leave: "passes {0}", refused: "passes {0}" }
}

const fn entering(function: &'static str, enter: &'static str) -> Wording {
    Wording { function, enter, leave: "", refused: "" }
}

const COPIES_BYTES: &str = "copies {1} to {0} ({2} bytes)";
const TIMED_OUT: &str = "gives up waiting, locks {1} again";

/// A function with nothing to tell is there because its accesses are no news: one by one through a string, or of
/// the number of a thread, whose creation is shown anyway.
const WORDINGS: &[Wording] = &[
    entering("__bmc_wake_unasked", "no signal comes"),
    leaving("cnd_broadcast", "wakes all that wait for {0}"),
    leaving("cnd_destroy", "destroys {0}"),
    leaving("cnd_init", "initialises {0}"),
    leaving("cnd_signal", "signals {0}"),
    waiting("cnd_timedwait", TIMED_OUT),
    waiting("cnd_wait", ""),
    leaving("memcmp", ""),
    entering("memcpy", COPIES_BYTES),
    entering("memmove", COPIES_BYTES),
    entering("memset", "fills {0} with {1} ({2} bytes)"),
    leaving("mtx_destroy", "destroys {0}"),
    leaving("mtx_init", "initialises {0}"),
    leaving("mtx_lock", "locks {0}"),
    trying("mtx_timedlock", "locks {0}", "gives up waiting for {0}"),
    trying("mtx_trylock", "locks {0}", "finds {0} locked"),
    leaving("mtx_unlock", "unlocks {0}"),
    leaving("pthread_barrier_destroy", "destroys {0}"),
    leaving("pthread_barrier_init", "initialises {0}"),
    passing("pthread_barrier_wait"),
    leaving("pthread_cond_broadcast", "wakes all that wait for {0}"),
    waiting("pthread_cond_clockwait", TIMED_OUT),
    leaving("pthread_cond_destroy", "destroys {0}"),
    leaving("pthread_cond_init", "initialises {0}"),
    leaving("pthread_cond_signal", "signals {0}"),
    waiting("pthread_cond_timedwait", TIMED_OUT),
    waiting("pthread_cond_wait", ""),
    leaving("pthread_create", ""),
    trying("pthread_mutex_clocklock", "locks {0}", "gives up waiting for {0}"),
    leaving("pthread_mutex_destroy", "destroys {0}"),
    leaving("pthread_mutex_init", "initialises {0}"),
    trying("pthread_mutex_lock", "locks {0}", "cannot lock {0}"),
    trying("pthread_mutex_timedlock", "locks {0}", "gives up waiting for {0}"),
    trying("pthread_mutex_trylock", "locks {0}", "finds {0} locked"),
    trying("pthread_mutex_unlock", "unlocks {0}", "cannot unlock {0}"),
    trying("pthread_rwlock_clockrdlock", "locks {0} for reading", "gives up waiting for {0}"),
    trying("pthread_rwlock_clockwrlock", "locks {0} for writing", "gives up waiting for {0}"),
    leaving("pthread_rwlock_destroy", "destroys {0}"),
    leaving("pthread_rwlock_init", "initialises {0}"),
    trying("pthread_rwlock_rdlock", "locks {0} for reading", "cannot lock {0}"),
    trying("pthread_rwlock_timedrdlock", "locks {0} for reading", "gives up waiting for {0}"),
    trying("pthread_rwlock_timedwrlock", "locks {0} for writing", "gives up waiting for {0}"),
    trying("pthread_rwlock_tryrdlock", "locks {0} for reading", "finds {0} locked"),
    trying("pthread_rwlock_trywrlock", "locks {0} for writing", "finds {0} locked"),
    trying("pthread_rwlock_unlock", "unlocks {0}", "cannot unlock {0}"),
    trying("pthread_rwlock_wrlock", "locks {0} for writing", "cannot lock {0}"),
    leaving("pthread_spin_destroy", "destroys {0}"),
    leaving("pthread_spin_init", "initialises {0}"),
    trying("pthread_spin_lock", "locks {0}", "cannot lock {0}"),
    trying("pthread_spin_trylock", "locks {0}", "finds {0} locked"),
    leaving("pthread_spin_unlock", "unlocks {0}"),
    trying("sem_clockwait", "lowers {0}", "gives up waiting for {0}"),
    leaving("sem_destroy", "destroys {0}"),
    leaving("sem_init", "initialises {0}"),
    leaving("sem_post", "raises {0}"),
    trying("sem_timedwait", "lowers {0}", "gives up waiting for {0}"),
    trying("sem_trywait", "lowers {0}", "finds {0} at zero"),
    leaving("sem_wait", "lowers {0}"),
    entering("strcat", "appends {1} to {0}"),
    leaving("strchr", ""),
    leaving("strcmp", ""),
    entering("strcpy", "copies {1} to {0}"),
    leaving("strlen", ""),
    leaving("strncmp", ""),
    entering("strncpy", "copies {1} to {0} (at most {2} bytes)"),
    leaving("thrd_create", ""),
];

impl Wording {
    /// Something that a model has to say in between, inside a call that is told in words itself.
    pub fn is_remark(&self) -> bool {
        self.function.starts_with("__bmc_")
    }
}

pub fn wording(function: &str) -> Option<&'static Wording> {
    WORDINGS.iter().find(|wording| wording.function == function)
}

/// The text with its places filled in; `None` if there is nothing to tell.
pub fn fill(text: &str, subjects: &[String]) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let mut filled = text.to_string();
    for (index, subject) in subjects.iter().enumerate() {
        filled = filled.replace(&format!("{{{index}}}"), subject);
    }
    Some(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_wording_are_filled_with_the_names_of_the_arguments() {
        let wait = wording("pthread_cond_wait").expect("in the table");
        let subjects = ["nonempty".to_string(), "m".to_string()];
        assert_eq!(fill(wait.enter, &subjects).as_deref(), Some("releases m, waits for nonempty"));
        assert_eq!(fill("", &subjects), None);
        assert!(wording("qsort").is_none());
    }
}
