//! bmc-conc: finds concurrency bugs in multi-threaded C and shows each as an interleaving a person can read.

pub mod exec;
pub mod ir;
pub mod library;
pub mod source;
pub mod trace;
