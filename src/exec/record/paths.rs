//! The way from an object to a part of it, by what its layout knows: fields, elements, and bytes where it knows neither.

use crate::ir::{Field, Layout, Type};
use crate::trace::Part;

/// The way to the part at `offset` with `bytes` bytes; together with its type if the part is a scalar of exactly that
/// size.
pub fn path_of(layout: &Layout, offset: u64, bytes: u64) -> (Vec<Part>, Option<Type>) {
    let mut path = Vec::new();
    let (mut layout, mut at) = (layout, offset);
    loop {
        match layout {
            Layout::Scalar(ty) if at == 0 && ty.bytes() == bytes => return (path, Some(*ty)),
            Layout::Array { element, count } if element.size() > 0 && at < element.size() * count => {
                path.push(index(at / element.size()));
                at %= element.size();
                layout = element;
            }
            Layout::Record { fields, .. } => {
                let exact = |f: &&Field| f.offset == at && f.layout.size() == bytes;
                let around = |f: &&Field| f.offset <= at && at + bytes <= f.offset + f.layout.size();
                let Some(field) = fields.iter().find(exact).or_else(|| fields.iter().find(around)) else {
                    break;
                };
                path.extend(named(field));
                at -= field.offset;
                layout = &field.layout;
            }
            _ => break,
        }
    }
    if at != 0 || layout.size() != bytes {
        path.push(Part::Bytes { from: at, to: at + bytes });
    }
    (path, None)
}

/// The shortest way to the part that begins at `offset`: `[3]` rather than `[3].first`; `+5` where no part
/// begins. Before an array its elements are counted on: `[-1]`.
pub fn path_to(layout: &Layout, offset: i64) -> Vec<Part> {
    let mut path = Vec::new();
    let (mut layout, mut at) = match (u64::try_from(offset), layout) {
        (Ok(offset), _) => (layout, offset),
        (Err(_), Layout::Array { element, .. }) => match element.size() as i64 {
            size if size > 0 && offset % size == 0 => return vec![Part::Index(offset / size)],
            _ => return vec![Part::Offset(offset)],
        },
        (Err(_), _) => return vec![Part::Offset(offset)],
    };
    while at != 0 {
        match layout {
            Layout::Array { element, count } if element.size() > 0 && at < element.size() * count => {
                path.push(index(at / element.size()));
                at %= element.size();
                layout = element;
            }
            Layout::Record { fields, .. } => {
                let inside = fields.iter().rfind(|f| f.offset <= at && at < f.offset + f.layout.size());
                let Some(field) = inside else { break };
                path.extend(named(field));
                at -= field.offset;
                layout = &field.layout;
            }
            _ => break,
        }
    }
    if at != 0 {
        path.push(offset_by(at));
    }
    path
}

/// Objects are much smaller than what an offset can say.
pub fn offset_by(bytes: u64) -> Part {
    Part::Offset(i64::try_from(bytes).expect("an object has fewer than 2^63 bytes"))
}

fn index(number: u64) -> Part {
    Part::Index(i64::try_from(number).expect("an array has fewer than 2^63 elements"))
}

/// An anonymous member is no step of its own.
fn named(field: &Field) -> Option<Part> {
    (!field.name.is_empty()).then(|| Part::Field(field.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer() -> Layout {
        let int = Layout::Scalar(Type::signed(32));
        let field = |name: &str, offset| Field { name: name.to_string(), offset, layout: int.clone() };
        let node = Layout::Record { fields: vec![field("key", 0), field("next", 4)], size: 8 };
        Layout::Array { element: Box::new(node), count: 4 }
    }

    fn text(path: &[Part]) -> String {
        path.iter().map(Part::to_string).collect()
    }

    #[test]
    fn a_pointer_into_a_record_is_named_by_its_shortest_path() {
        let to = |layout: &Layout, offset| text(&path_to(layout, offset));
        assert_eq!(to(&buffer(), 0), "");
        assert_eq!(to(&buffer(), 24), "[3]");
        assert_eq!(to(&buffer(), 28), "[3].next");
        assert_eq!(to(&buffer(), 29), "[3].next+1");
        assert_eq!(to(&buffer(), 32), "+32");
        assert_eq!(to(&buffer(), -16), "[-2]");
        assert_eq!(to(&buffer(), -5), "-5");
        assert_eq!(to(&Layout::Scalar(Type::signed(32)), 4), "+4");
    }

    #[test]
    fn an_access_is_named_down_to_the_scalar_and_its_bytes() {
        let of = |offset, bytes| {
            let (path, ty) = path_of(&buffer(), offset, bytes);
            (text(&path), ty.is_some())
        };
        assert_eq!(of(24, 4), ("[3].key".to_string(), true));
        assert_eq!(of(24, 8), ("[3]".to_string(), false));
        assert_eq!(of(29, 1), ("[3].next<bytes 1..2>".to_string(), false));
        assert_eq!(of(40, 4), ("<bytes 40..44>".to_string(), false));
    }
}
