//! bmc-conc: finds concurrency bugs in multi-threaded C and shows each as an interleaving a person can read.

pub mod analysis;
pub mod check;
pub mod data_model;
pub mod dump;
pub mod events;
pub mod exec;
pub mod formula;
pub mod frontend;
pub mod ir;
pub mod library;
pub mod load;
#[cfg(feature = "planted-mistakes")]
pub mod planted;
#[cfg(not(feature = "planted-mistakes"))]
mod planted;
pub mod property;
pub mod prove;
pub mod reductions;
pub mod relation;
pub mod report;
pub mod repro;
pub mod script;
pub mod selection;
pub mod sequentialize;
pub mod source;
pub mod symbolic;
pub mod trace;
pub mod unfold;
