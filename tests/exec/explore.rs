use bmc_conc::exec::{ExploreLimits, explore};
use bmc_conc::ir::*;

use crate::programs::lost_update;

#[test]
fn the_lost_update_needs_two_rounds_and_the_final_join() {
    let found = explore(&lost_update(false), &ExploreLimits::default());
    assert_eq!(found.violations.get(&PropertyId(0)), Some(&3));
    assert!(!found.truncated);
    assert!(found.faults.is_empty());
}

#[test]
fn atomic_updates_are_never_lost() {
    let found = explore(&lost_update(true), &ExploreLimits::default());
    assert!(found.violations.is_empty());
    assert!(!found.truncated);
}
