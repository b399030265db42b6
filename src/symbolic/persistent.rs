//! A vector that is cheap to copy and cheap to compare: path states share what they have in common.
//!
//! A tree of fixed fan-out with shared nodes. Cloning is one reference count; writing copies one path; merging
//! two vectors visits only the nodes in which they differ, so joining two branches costs what the branches
//! wrote, not what the program has.

use std::rc::Rc;

const FAN_OUT: usize = 16;

#[derive(Clone, Debug)]
enum Tree<T> {
    Leaf(Vec<T>),
    Inner(Vec<Option<Rc<Tree<T>>>>),
}

/// Indices never written hold `T::default()`.
#[derive(Clone, Debug)]
pub struct PersistentVec<T> {
    root: Option<Rc<Tree<T>>>,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

impl<T> Default for PersistentVec<T> {
    fn default() -> Self {
        PersistentVec { root: None, height: 0 }
    }
}

impl<T: Copy + Default + PartialEq> PersistentVec<T> {
    pub fn get(&self, index: usize) -> T {
        if index >= self.capacity() {
            return T::default();
        }
        let mut node = self.root.as_ref();
        let mut level = self.height;
        loop {
            match node.map(Rc::as_ref) {
                None => return T::default(),
                Some(Tree::Leaf(values)) => return values[index % FAN_OUT],
                Some(Tree::Inner(children)) => {
                    node = children[(index / FAN_OUT.pow(level)) % FAN_OUT].as_ref();
                    level -= 1;
                }
            }
        }
    }

    pub fn set(&mut self, index: usize, value: T) {
        while index >= self.capacity() {
            if let Some(root) = self.root.take() {
                let mut children = vec![None; FAN_OUT];
                children[0] = Some(root);
                self.root = Some(Rc::new(Tree::Inner(children)));
            }
            self.height += 1;
        }
        let mut level = self.height;
        let mut slot = &mut self.root;
        loop {
            let node = slot.get_or_insert_with(|| {
                Rc::new(match level {
                    0 => Tree::Leaf(vec![T::default(); FAN_OUT]),
                    _ => Tree::Inner(vec![None; FAN_OUT]),
                })
            });
            match Rc::make_mut(node) {
                Tree::Leaf(values) => {
                    values[index % FAN_OUT] = value;
                    return;
                }
                Tree::Inner(children) => {
                    slot = &mut children[(index / FAN_OUT.pow(level)) % FAN_OUT];
                    level -= 1;
                }
            }
        }
    }

    /// The indices at which the two differ, ascending, with both values.
    pub fn differences(&self, other: &Self) -> Vec<(usize, T, T)> {
        let mut found = Vec::new();
        let height = self.height.max(other.height);
        let (a, b) = (self.raised(height), other.raised(height));
        collect(a.as_ref(), b.as_ref(), height, 0, &mut found);
        found
    }

    fn capacity(&self) -> usize {
        FAN_OUT.pow(self.height + 1)
    }

    fn raised(&self, height: u32) -> Option<Rc<Tree<T>>> {
        let mut root = self.root.clone();
        for _ in self.height..height {
            root = root.map(|root| {
                let mut children = vec![None; FAN_OUT];
                children[0] = Some(root);
                Rc::new(Tree::Inner(children))
            });
        }
        root
    }
}

fn collect<T: Copy + Default + PartialEq>(
    a: Option<&Rc<Tree<T>>>,
    b: Option<&Rc<Tree<T>>>,
    level: u32,
    base: usize,
    found: &mut Vec<(usize, T, T)>,
) {
    match (a, b) {
        (None, None) => return,
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return,
        _ => {}
    }
    if level == 0 {
        let value = |tree: Option<&Rc<Tree<T>>>, i: usize| match tree.map(Rc::as_ref) {
            Some(Tree::Leaf(values)) => values[i],
            _ => T::default(),
        };
        for i in 0..FAN_OUT {
            let (x, y) = (value(a, i), value(b, i));
            if x != y {
                found.push((base + i, x, y));
            }
        }
        return;
    }
    let child = |tree: Option<&Rc<Tree<T>>>, i: usize| match tree.map(Rc::as_ref) {
        Some(Tree::Inner(children)) => children[i].clone(),
        _ => None,
    };
    for i in 0..FAN_OUT {
        let below = base + i * FAN_OUT.pow(level);
        collect(child(a, i).as_ref(), child(b, i).as_ref(), level - 1, below, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_independent_and_differences_are_exact() {
        let mut a = PersistentVec::default();
        for i in (0..5000).step_by(7) {
            a.set(i, i as u32 + 1);
        }
        let mut b = a.clone();
        b.set(14, 99);
        b.set(100_000, 5);
        b.set(3, 1);
        assert_eq!(a.get(14), 15);
        assert_eq!(b.get(14), 99);
        assert_eq!((a.get(100_000), b.get(100_000), a.get(4999 - 4999 % 7)), (0, 5, 4999 - 4999 % 7 + 1));
        assert_eq!(a.differences(&b), vec![(3, 0, 1), (14, 15, 99), (100_000, 0, 5)]);
        assert_eq!(b.differences(&a), vec![(3, 1, 0), (14, 99, 15), (100_000, 5, 0)]);
        assert_eq!(a.differences(&PersistentVec::default()).len(), 5000usize.div_ceil(7));
    }
}
