//! Sizes, alignments and the places of members, as gcc lays them out on Linux for both data models.
//!
//! Bit-fields follow the System V rules: a field goes into the next free bits unless it would then cross more
//! units of its type's alignment than its type has. For an access the front end reads and writes one *storage
//! unit*: the unit of the declared type if it touches no ordinary member, else the smallest that holds the
//! field, so that two members that C calls different memory locations never share an access.

use crate::data_model::DataModel;
use crate::frontend::types::attribute::Attributes;
use crate::frontend::types::*;
use crate::ir::{Field, Layout, Type};

#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Empty for an anonymous struct or union and for unnamed bit-fields.
    pub name: String,
    pub ty: Qual,
    /// In bytes; of the storage unit for a bit-field.
    pub offset: u64,
    pub bits: Option<BitField>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BitField {
    pub unit: Type,
    /// Of the lowest bit in the unit.
    pub shift: u32,
    pub width: u32,
}

/// A member as declared, before it has a place.
pub struct DeclaredMember {
    pub name: String,
    pub ty: Qual,
    pub width: Option<u32>,
    pub packed: bool,
    pub aligned: Option<u64>,
}

/// Objects larger than this are refused: no bounded check could get through them.
pub const LARGEST_OBJECT: u64 = 1 << 40;

pub struct Sizes<'a> {
    pub model: DataModel,
    pub records: &'a [Record],
}

impl Sizes<'_> {
    /// Size in bytes; `None` for incomplete types. `void` and functions count 1, as in GNU C.
    pub fn size(&self, ty: &Ty) -> Option<u64> {
        Some(match ty {
            Ty::Void | Ty::Function(_) | Ty::Bool => 1,
            Ty::Int(kind) => kind.bytes(self.model),
            Ty::Float(FloatKind::Float) => 4,
            Ty::Float(FloatKind::Double) => 8,
            Ty::Float(FloatKind::LongDouble) => self.of_model(16, 12),
            Ty::Pointer(_) => self.model.pointer_bytes(),
            Ty::Array(element, count) => {
                self.size(&element.ty)?.checked_mul((*count)?).filter(|&s| s <= LARGEST_OBJECT)?
            }
            Ty::Record(id) => self.records[id.0 as usize].body.as_ref()?.size,
            Ty::VariableArray(..) => return None,
            Ty::VariableArguments => self.of_model(24, 4),
        })
    }

    /// What `_Alignof` says, and what a member is aligned to.
    pub fn align_of(&self, ty: &Qual) -> u64 {
        if let Some(aligned) = ty.aligned {
            return aligned;
        }
        let atomic = ty.atomic;
        match (&ty.ty, self.size(&ty.ty)) {
            // So that the machine's atomic instructions can be used.
            (ty, Some(size @ (2 | 4 | 8 | 16))) if atomic => self.align(ty).max(size),
            (Ty::Array(element, _) | Ty::VariableArray(element, _), _) => self.align_of(element),
            (ty, _) => self.align(ty),
        }
    }

    /// What `__alignof__` says: the alignment of a variable that is no member.
    pub fn preferred_align(&self, ty: &Qual) -> u64 {
        match &ty.ty {
            Ty::Int(_) | Ty::Float(FloatKind::Double) if ty.aligned.is_none() => {
                self.size(&ty.ty).unwrap_or(1)
            }
            Ty::Array(element, _) if ty.aligned.is_none() => self.preferred_align(element),
            _ => self.align_of(ty),
        }
    }

    pub fn align(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Void | Ty::Function(_) | Ty::Bool => 1,
            Ty::Int(kind) => match kind.bytes(self.model) {
                8 => self.of_model(8, 4),
                bytes => bytes,
            },
            Ty::Float(FloatKind::Float) => 4,
            Ty::Float(FloatKind::Double) => self.of_model(8, 4),
            Ty::Float(FloatKind::LongDouble) => self.of_model(16, 4),
            Ty::Pointer(_) | Ty::VariableArguments => self.model.pointer_bytes(),
            Ty::Array(element, _) | Ty::VariableArray(element, _) => self.align_of(element),
            Ty::Record(id) => self.records[id.0 as usize].body.as_ref().map_or(1, |b| b.align),
        }
    }

    fn of_model(&self, lp64: u64, ilp32: u64) -> u64 {
        if self.model == DataModel::Lp64 { lp64 } else { ilp32 }
    }

    /// The shape of an object of this type, for traces and cells. Incomplete parts are empty.
    pub fn layout(&self, ty: &Ty) -> Layout {
        match ty {
            Ty::Array(element, count) => {
                Layout::Array { element: Box::new(self.layout(&element.ty)), count: count.unwrap_or(0) }
            }
            Ty::Record(id) => match &self.records[id.0 as usize].body {
                None => Layout::Opaque { size: 0 },
                Some(body) => Layout::Record { fields: self.fields(&body.members), size: body.size },
            },
            Ty::VariableArguments => Layout::Opaque { size: self.size(ty).unwrap_or(0) },
            // The number is shorter than its place.
            Ty::Float(FloatKind::LongDouble) => {
                let number = Layout::Scalar(Type::float(FloatKind::LongDouble.bits()));
                let field = Field { name: String::new(), offset: 0, layout: number };
                Layout::Record { fields: vec![field], size: self.size(ty).unwrap_or(0) }
            }
            _ => match ty.scalar(self.model) {
                Some(scalar) => Layout::Scalar(scalar),
                None => Layout::Opaque { size: self.size(ty).unwrap_or(0) },
            },
        }
    }

    /// Bit-fields that share a storage unit become one field named after all of them.
    fn fields(&self, members: &[Member]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut last_unit = None;
        for member in members {
            let Some(bits) = member.bits else {
                last_unit = None;
                let layout = self.layout(&member.ty.ty);
                fields.push(Field { name: member.name.clone(), offset: member.offset, layout });
                continue;
            };
            if member.name.is_empty() {
                continue;
            }
            if last_unit == Some((member.offset, bits.unit)) {
                let field = fields.last_mut().expect("a unit was pushed before");
                field.name = format!("{}|{}", field.name, member.name);
            } else {
                let layout = Layout::Scalar(bits.unit);
                fields.push(Field { name: member.name.clone(), offset: member.offset, layout });
                last_unit = Some((member.offset, bits.unit));
            }
        }
        fields
    }

    /// Places the members. `None` if a member is incomplete (other than a flexible array at the end).
    pub fn lay_out(
        &self,
        union: bool,
        declared: Vec<DeclaredMember>,
        attributes: &Attributes,
    ) -> Option<RecordBody> {
        let mut members: Vec<Member> = Vec::new();
        let mut bit = 0u64;
        let mut end = 0u64;
        let mut align = attributes.aligned.unwrap_or(1);
        let most = attributes.pack.unwrap_or(u64::MAX);
        let mut placed: Vec<Option<(u64, u32)>> = Vec::new();
        let count = declared.len();
        for (index, member) in declared.into_iter().enumerate() {
            if union {
                bit = 0;
            }
            let natural = self.align_of(&member.ty);
            let packed = attributes.packed || member.packed;
            let member_align = if packed { 1 } else { natural }.max(member.aligned.unwrap_or(1)).min(most);
            let size = match (&member.ty.ty, self.size(&member.ty.ty)) {
                (_, Some(size)) => size,
                (Ty::Array(element, None), None) if index + 1 == count && !union => {
                    self.size(&element.ty)?;
                    0
                }
                _ => return None,
            };
            match member.width {
                Some(0) => {
                    bit = bit.next_multiple_of(natural * 8);
                }
                Some(width) => {
                    if let Some(aligned) = member.aligned {
                        bit = bit.next_multiple_of(aligned.min(most) * 8);
                    }
                    let unit = natural * 8;
                    let spans = (bit % unit + u64::from(width)).div_ceil(unit);
                    if !packed && attributes.pack.is_none() && spans > size * 8 / unit {
                        bit = bit.next_multiple_of(unit);
                    }
                    // The pragma counts for bit-fields even where an attribute says `packed`.
                    if !member.name.is_empty() {
                        let natural = if packed && attributes.pack.is_none() { 1 } else { natural };
                        align = align.max(natural.max(member.aligned.unwrap_or(1)).min(most));
                    }
                    placed.push(Some((bit, width)));
                    members.push(Member { name: member.name, ty: member.ty, offset: 0, bits: None });
                    bit += u64::from(width);
                }
                None => {
                    bit = bit.next_multiple_of(8 * member_align);
                    align = align.max(member_align);
                    placed.push(None);
                    members.push(Member { name: member.name, ty: member.ty, offset: bit / 8, bits: None });
                    bit = bit.checked_add(size.checked_mul(8)?)?;
                }
            }
            end = end.max(bit);
        }
        let size = end.div_ceil(8).next_multiple_of(align);
        for index in 0..members.len() {
            if let Some((start, width)) = placed[index] {
                let (offset, bits) = self.storage_unit(&members, &placed, index, start, width, size);
                members[index].offset = offset;
                members[index].bits = Some(bits);
            }
        }
        Some(RecordBody { members, size, align })
    }

    fn storage_unit(
        &self,
        members: &[Member],
        placed: &[Option<(u64, u32)>],
        index: usize,
        start: u64,
        width: u32,
        size: u64,
    ) -> (u64, BitField) {
        let declared = self.size(&members[index].ty.ty).unwrap_or(4) * 8;
        let touches_member = |from: u64, to: u64| {
            members.iter().zip(placed).any(|(member, place)| {
                let bytes = self.size(&member.ty.ty).unwrap_or(0);
                place.is_none() && member.offset < to && from < member.offset + bytes
            })
        };
        let end = start + u64::from(width);
        let unit = |bits: u64| {
            let base = start / bits * bits;
            (base / 8, BitField { unit: Type::unsigned(bits as u32), shift: (start - base) as u32, width })
        };
        for bits in [declared, 8, 16, 32, 64, 128] {
            let base = start / bits * bits;
            if end <= base + bits && (base + bits) / 8 <= size && !touches_member(base / 8, (base + bits) / 8)
            {
                return unit(bits);
            }
        }
        // A packed field may straddle every aligned unit: take whole bytes around it.
        let base = start / 8 * 8;
        let bits = (end - base).next_multiple_of(8);
        let field = BitField { unit: Type::unsigned(bits as u32), shift: (start - base) as u32, width };
        (base / 8, field)
    }
}

/// The member called `name`, also inside anonymous members, with its offset from the start of the record.
pub fn find_member(records: &[Record], record: RecordId, name: &str) -> Option<Member> {
    let body = records[record.0 as usize].body.as_ref()?;
    for member in &body.members {
        if member.name == name {
            return Some(member.clone());
        }
        if let (true, Ty::Record(inner)) = (member.name.is_empty(), &member.ty.ty)
            && let Some(mut found) = find_member(records, *inner, name)
        {
            found.offset += member.offset;
            return Some(found);
        }
    }
    None
}
