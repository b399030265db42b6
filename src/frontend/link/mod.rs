//! From the tables of all units to one program: what is needed of the library, what nothing defines, what is reachable,
//! and the passes over what comes out.

pub mod adapt;
pub mod declare;
pub mod entry;
pub mod idle;
pub mod lifetimes;
pub mod needed;
pub mod passes;
pub mod reachable;
pub mod undefined;
