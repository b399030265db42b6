//! bmc-conc: finds concurrency bugs in multi-threaded C and shows each as an interleaving a person can read.

pub mod analysis;
pub mod check;
pub mod exec;
pub mod frontend;
pub mod ir;
pub mod library;
pub mod load;
pub mod property;
pub mod repro;
pub mod sequentialize;
pub mod source;
pub mod trace;
pub mod unfold;
