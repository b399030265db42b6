//! What must hold of an access, and the property that it becomes when the access is emitted.

use crate::frontend::lower::bounds::Within;
use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::scope::ObjectIndex;
use crate::ir::*;
use crate::source::Span;

/// What must be checked when the object is accessed.
#[derive(Clone, Debug)]
pub enum Check {
    /// The address is valid by construction.
    Trusted,
    Needed {
        /// What the property will say, if there is an access.
        demand: Demand,
        span: Span,
        /// Besides, these indices.
        within: Vec<Within>,
    },
    Made(PropertyId),
}

/// What must hold of an access.
#[derive(Clone, Debug)]
pub enum Demand {
    /// That what the source calls so is an object.
    IsObject(Box<str>),
    /// Anything else, in words.
    Holds(Box<str>),
}

impl Check {
    pub fn needed(description: String, span: Span, within: Vec<Within>) -> Check {
        Check::Needed { demand: Demand::Holds(description.into()), span, within }
    }

    /// That what the source calls `text` is an object.
    pub fn of_object(text: String, span: Span, within: Vec<Within>) -> Check {
        Check::Needed { demand: Demand::IsObject(text.into()), span, within }
    }
}

impl Demand {
    pub fn description(&self) -> String {
        match self {
            Demand::IsObject(text) => format!("{text} is a valid object"),
            Demand::Holds(text) => text.to_string(),
        }
    }

    fn accessed(&self) -> Option<String> {
        match self {
            Demand::IsObject(text) => Some(text.to_string()),
            Demand::Holds(_) => None,
        }
    }
}

impl Lowering<'_> {
    /// The property for an access of `bytes` bytes at `address`, or `None` if it is certainly valid.
    pub fn checked(&mut self, address: Operand, bytes: u64, check: &mut Check) -> Option<PropertyId> {
        if let Check::Needed { within, .. } = check
            && !within.is_empty()
        {
            return self.made(check);
        }
        let size = match address {
            Operand::Global { global, .. } => self.object_size(ObjectIndex(global.index())),
            Operand::Local { local, .. } => self.body.locals[local.index()].layout.size(),
            _ => 0,
        };
        if let Operand::Global { offset, .. } | Operand::Local { offset, .. } = address {
            let end = u64::try_from(offset).ok().and_then(|o| o.checked_add(bytes));
            if end.is_some_and(|e| e <= size) {
                return None;
            }
        }
        self.made(check)
    }

    /// The same for a write: what is constant is not valid for it.
    pub fn checked_write(&mut self, address: Operand, bytes: u64, check: &mut Check) -> Option<PropertyId> {
        let (constant, offset) = match address {
            Operand::Global { global, offset } => {
                (self.sizes().constant_bytes(&self.entities.objects[global.index()].ty), offset)
            }
            Operand::Local { local, offset } => (self.body.locals[local.index()].constant.clone(), offset),
            _ => (Vec::new(), 0),
        };
        let (start, end) = (i128::from(offset), i128::from(offset) + i128::from(bytes));
        let meets =
            |part: &std::ops::Range<u64>| i128::from(part.start) < end && start < i128::from(part.end);
        if constant.iter().any(meets) { self.made(check) } else { self.checked(address, bytes, check) }
    }

    fn made(&mut self, check: &mut Check) -> Option<PropertyId> {
        match check {
            Check::Trusted => None,
            Check::Made(property) => Some(*property),
            Check::Needed { demand, span, within } => {
                let made = self.new_property(PropertyKind::Pointer, demand.description(), *span);
                if let Some(property) = made {
                    self.body.properties[property.index()].accessed = demand.accessed();
                    self.assert_within(within, property, *span);
                }
                *check = made.map_or(Check::Trusted, Check::Made);
                made
            }
        }
    }
}
