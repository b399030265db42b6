//! The concrete interpreter of the IR: replays a schedule, runs a program, explores all schedules of small programs.

mod attempt;
mod choices;
mod depends;
mod ending;
mod explore;
mod fault;
mod iterations;
mod machine;
mod memory;
mod observe;
mod record;
mod replay;
mod retell;
mod run;
mod saved;
mod step;
mod until;

pub use choices::ChoiceFault;
pub use explore::{Exploration, ExploreLimits, Witness, explore, walk};
pub use fault::{Blockage, Fault};
pub use machine::{Frame, State};
pub use memory::{Life, Memory, MemoryFault, ObjectFault, Origin};
pub use observe::{Happening, Observer};
pub(crate) use record::{path_of, path_to};
pub use replay::{Divergence, ReplayError, replay, replay_until};
pub use retell::{Listener, retell};
pub use run::{RunEnd, Streams, run};
pub use saved::{SavedScript, WrittenBound, WrittenScript};
