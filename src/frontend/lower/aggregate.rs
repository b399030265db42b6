//! Structs and unions as values: copied leaf by leaf, one load and one store for each scalar inside.

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::*;
use crate::source::{Diagnostic, Span};

/// A scalar inside an object.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    pub offset: u64,
    pub ty: Type,
    pub access: Access,
}

/// More scalars than this in one assignment would drown the formula.
const MOST_LEAVES: usize = 1 << 16;

impl Lowering<'_> {
    /// The scalars of a type in the order of their offsets; padding is not among them.
    pub fn leaves(&self, ty: &Ty, span: Span) -> Lowered<Vec<Leaf>> {
        let mut leaves = Vec::new();
        self.collect_leaves(ty, 0, Access::Plain, &mut leaves);
        if leaves.len() > MOST_LEAVES {
            return Err(Diagnostic::unsupported(span, format!("a value with more than {MOST_LEAVES} parts"))
                .with_help("make the array smaller, or initialise and copy it in a loop"));
        }
        Ok(leaves)
    }

    fn collect_leaves(&self, ty: &Ty, offset: u64, access: Access, out: &mut Vec<Leaf>) {
        if out.len() > MOST_LEAVES {
            return;
        }
        match ty {
            Ty::Array(element, count) => {
                let size = self.sizes().size(&element.ty).unwrap_or(0);
                if size == 0 {
                    return;
                }
                let access = if element.atomic { Access::ATOMIC } else { access };
                for index in 0..count.unwrap_or(0).min(MOST_LEAVES as u64 + 1) {
                    self.collect_leaves(&element.ty, offset + index * size, access, out);
                }
            }
            Ty::Record(id) => {
                let record = &self.records[id.0 as usize];
                let Some(body) = &record.body else { return };
                if record.union {
                    return self.collect_union(*id, offset, access, out);
                }
                for member in &body.members {
                    let access = if member.ty.atomic { Access::ATOMIC } else { access };
                    match member.bits {
                        None => self.collect_leaves(&member.ty.ty, offset + member.offset, access, out),
                        Some(bits) => {
                            let leaf = Leaf { offset: offset + member.offset, ty: bits.unit, access };
                            if out.last() != Some(&leaf) {
                                out.push(leaf);
                            }
                        }
                    }
                }
            }
            _ => {
                if let Some(ty) = ty.scalar(self.options.data_model) {
                    out.push(Leaf { offset, ty, access });
                }
            }
        }
    }

    /// The member that covers most of the union stands for it; bytes it leaves out are copied one by one.
    fn collect_union(
        &self,
        id: crate::frontend::types::RecordId,
        offset: u64,
        access: Access,
        out: &mut Vec<Leaf>,
    ) {
        let Some(body) = &self.records[id.0 as usize].body else { return };
        let mut best: Vec<Leaf> = Vec::new();
        let covered = |leaves: &[Leaf]| leaves.iter().map(|l| l.ty.bytes()).sum::<u64>();
        for member in &body.members {
            let mut leaves = Vec::new();
            match member.bits {
                None => self.collect_leaves(&member.ty.ty, 0, access, &mut leaves),
                Some(bits) => leaves.push(Leaf { offset: 0, ty: bits.unit, access }),
            }
            if covered(&leaves) > covered(&best) {
                best = leaves;
            }
        }
        let mut next = 0;
        let size = if covered(&best) == 0 { 0 } else { body.size };
        let byte = Type::unsigned(8);
        for leaf in best.iter().chain([&Leaf { offset: size, ty: byte, access }]) {
            out.extend((next..leaf.offset).map(|at| Leaf { offset: offset + at, ty: byte, access }));
            if leaf.offset < size {
                out.push(Leaf { offset: offset + leaf.offset, ..*leaf });
                next = leaf.offset + leaf.ty.bytes();
            }
        }
    }

    /// `target = value` for records.
    pub fn copy_record(&mut self, target: &mut Lvalue, value: Value, span: Span) -> Lowered<()> {
        let (Place::Memory(to), Ty::Record(_)) = (&target.place, &value.ty) else {
            return Err(Diagnostic::error(span, "this value cannot be assigned here"));
        };
        let to = *to;
        let size = self.size_of(&target.ty.ty, span)?;
        let mut source_check = value.check.map_or(Check::Trusted, Check::Made);
        self.checked(to, size, &mut target.check);
        for leaf in self.leaves(&target.ty.ty.clone(), span)? {
            let address = self.displace(value.operand, leaf.offset.into(), span);
            let check = self.checked(address, leaf.ty.bytes(), &mut source_check);
            let dst = self.body.register(leaf.ty, None);
            self.body.emit(Op::Load { dst, address, ty: leaf.ty, access: leaf.access, check }, span);
            let address = self.displace(to, leaf.offset.into(), span);
            let check = self.checked_write(address, leaf.ty.bytes(), &mut target.check);
            let value = Operand::Register(dst);
            self.body.emit(Op::Store { address, value, ty: leaf.ty, access: leaf.access, check }, span);
        }
        Ok(())
    }

    /// A fresh local of the compiler, declared here.
    pub fn temporary(&mut self, what: &str, ty: &Ty, span: Span) -> Lowered<Operand> {
        self.size_of(ty, span)?;
        self.frame.temporaries += 1;
        let name = format!("{what}${}", self.frame.temporaries);
        let layout = self.sizes().layout(ty);
        let local = self.new_local(name, layout, span);
        self.body.emit(Op::Declare { local, size: None }, span);
        Ok(Operand::Local { local, offset: 0 })
    }

    /// Writes zero to one scalar of an object that is known to be valid.
    pub fn store_zero(&mut self, base: Operand, leaf: Leaf, span: Span) {
        let address = self.displace(base, leaf.offset.into(), span);
        let value = Builder::constant(0, leaf.ty);
        self.body.emit(Op::Store { address, value, ty: leaf.ty, access: leaf.access, check: None }, span);
    }
}
