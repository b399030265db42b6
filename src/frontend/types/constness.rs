//! Which bytes of an object are constant because it, or a part of it, is *defined* so.
//!
//! What counts is the definition, not the way to an access: a constant pointer to a variable does not make the
//! variable constant, and no cast makes a constant a variable.

use crate::frontend::types::layout::Sizes;
use crate::frontend::types::{Qual, Ty};
use crate::ir::ConstantBytes;

/// More parts than this are not told apart: then none of them is taken for constant.
const MOST_PARTS: u64 = 4096;

impl Sizes<'_> {
    pub fn constant_bytes(&self, ty: &Qual) -> ConstantBytes {
        let mut found = ConstantBytes::new();
        self.collect_constant(ty, 0, &mut found);
        if found.len() as u64 > MOST_PARTS { ConstantBytes::new() } else { found }
    }

    fn collect_constant(&self, ty: &Qual, offset: u64, found: &mut ConstantBytes) {
        let Some(size) = self.size(&ty.ty).filter(|size| *size > 0) else { return };
        if ty.constant {
            match found.last_mut() {
                Some(last) if last.end == offset => last.end = offset + size,
                _ => found.push(offset..offset + size),
            }
            return;
        }
        match &ty.ty {
            Ty::Array(element, Some(count)) if is_constant(element) => {
                let whole = Qual { constant: true, ..ty.clone() };
                if *count > 0 {
                    self.collect_constant(&whole, offset, found);
                }
            }
            Ty::Array(element, Some(count)) => {
                let mut parts = ConstantBytes::new();
                self.collect_constant(element, 0, &mut parts);
                if parts.is_empty() || (parts.len() as u64).saturating_mul(*count) > MOST_PARTS {
                    return;
                }
                let step = size / count;
                for start in (0..*count).map(|index| offset + index * step) {
                    found.extend(parts.iter().map(|part| start + part.start..start + part.end));
                }
            }
            // What one member of a union says of its bytes, another may deny.
            Ty::Record(id) if !self.records[id.0 as usize].union => {
                let Some(body) = &self.records[id.0 as usize].body else { return };
                for member in body.members.iter().filter(|member| member.bits.is_none()) {
                    self.collect_constant(&member.ty, offset + member.offset, found);
                }
            }
            _ => {}
        }
    }
}

/// Arrays are constant as their elements are.
fn is_constant(ty: &Qual) -> bool {
    ty.constant || matches!(&ty.ty, Ty::Array(element, _) if is_constant(element))
}
