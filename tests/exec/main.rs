//! The interpreter: what each instruction means, replay and its traces, exhaustive exploration.

mod agreement;
mod builder;
mod explore;
mod programs;
mod replay;
mod semantics;
