//! Whether a function can be called the way it is called.
//!
//! In C a function that is called with another type than its own is undefined, but much of it works on every
//! machine of today, and real programs rely on that. So the question is what a callee finds where it looks: `arrival`
//! answers it for one value, and `fit` for a whole call. The interpreter, the unfolding and the front end, which
//! makes adapters for calls that fit only loosely, all ask here. The table is in docs/calls.md.

use super::types::{Kind, Layout, Type};

/// What is passed and returned: by a caller, what it passes and wants back; by a function, what it takes and returns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// Without those of `...`.
    pub parameters: Vec<Passed>,
    pub variadic: bool,
    /// `None` for `void`, and for a caller that does not look at the result.
    pub result: Option<Passed>,
}

/// One value on its way between functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    Scalar(Type),
    /// Kept in the same register as a `double` here, but nowhere else.
    LongDouble(Type),
    /// A struct or union. Its address is passed, and the callee owns what is there; as a result, the caller passes
    /// the address of a place for it before all arguments.
    Record(Layout),
}

/// What there is of a value where somebody looks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// All of its bits, perhaps among others.
    Whole,
    /// The low bits, so many of them; the others are arbitrary.
    Low(u32),
    Nothing,
}

/// How well a call suits the function it reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// Everything arrives; arguments that nobody takes are left lying.
    Good,
    /// All arguments arrive, but not the result that the caller wants: that is arbitrary.
    Loose,
    /// The function would look for something that was not passed.
    Wrong,
}

impl Signature {
    /// What arrives of the arguments of `call`, by the function's parameters. Where one goes astray, the place of all
    /// that follow is uncertain.
    pub fn arrivals(&self, call: &Signature, word_bits: u32) -> Vec<Arrival> {
        let mut astray = is_record(&self.result) != is_record(&call.result);
        let parameters = self.parameters.iter().enumerate();
        parameters
            .map(|(index, wanted)| {
                let arrival = match astray {
                    true => Arrival::Nothing,
                    false => arrival(call.parameters.get(index), wanted, word_bits),
                };
                astray |= arrival == Arrival::Nothing;
                arrival
            })
            .collect()
    }

    /// How the function with this signature suits a call.
    pub fn fit(&self, call: &Signature, word_bits: u32) -> Fit {
        let records = match (&self.result, &call.result) {
            (Some(Passed::Record(one)), Some(Passed::Record(other))) => one.is_alike(other),
            (one, other) => !is_record(one) && !is_record(other),
        };
        let arrivals = self.arrivals(call, word_bits);
        if !records || self.variadic != call.variadic || arrivals.iter().any(|a| *a != Arrival::Whole) {
            return Fit::Wrong;
        }
        match &call.result {
            Some(wanted) if arrival(self.result.as_ref(), wanted, word_bits) != Arrival::Whole => Fit::Loose,
            _ => Fit::Good,
        }
    }
}

/// What there is of `wanted` if this was given. Numbers and pointers are passed alike, in whole words.
pub fn arrival(given: Option<&Passed>, wanted: &Passed, word_bits: u32) -> Arrival {
    let words = |ty: Type| ty.bits.div_ceil(word_bits);
    let is_float = |ty: Type| ty.kind == Kind::Float;
    match (given, wanted) {
        (Some(Passed::Scalar(given)), Passed::Scalar(wanted)) => {
            match (is_float(*given), is_float(*wanted)) {
                (true, true) if given.bits == wanted.bits => Arrival::Whole,
                (false, false) if words(*given) != words(*wanted) => Arrival::Nothing,
                (false, false) if given.bits < wanted.bits => Arrival::Low(given.bits),
                (false, false) => Arrival::Whole,
                _ => Arrival::Nothing,
            }
        }
        (Some(Passed::LongDouble(_)), Passed::LongDouble(_)) => Arrival::Whole,
        (Some(Passed::Record(given)), Passed::Record(wanted)) if given.is_alike(wanted) => Arrival::Whole,
        _ => Arrival::Nothing,
    }
}

fn is_record(passed: &Option<Passed>) -> bool {
    matches!(passed, Some(Passed::Record(_)))
}

#[cfg(test)]
mod tests {
    use super::super::types::{DataModel, Field};
    use super::*;

    fn signature(parameters: &[Type], result: Option<Type>) -> Signature {
        let parameters = parameters.iter().map(|ty| Passed::Scalar(*ty)).collect();
        Signature { parameters, variadic: false, result: result.map(Passed::Scalar) }
    }

    const INT: Type = Type { bits: 32, kind: Kind::Signed };
    const LONG: Type = Type { bits: 64, kind: Kind::Signed };
    const DOUBLE: Type = Type { bits: 64, kind: Kind::Float };

    fn fit(function: &Signature, call: &Signature) -> Fit {
        function.fit(call, 64)
    }

    #[test]
    fn arguments_too_many_fit_and_too_few_do_not() {
        let (none, one) = (signature(&[], None), signature(&[INT], None));
        assert_eq!(fit(&none, &one), Fit::Good);
        assert_eq!(fit(&one, &none), Fit::Wrong);
    }

    #[test]
    fn a_wide_number_fits_a_narrow_one_but_not_the_other_way_round() {
        let (narrow, wide) = (signature(&[INT], None), signature(&[LONG], None));
        assert_eq!(fit(&narrow, &wide), Fit::Good);
        assert_eq!(fit(&wide, &narrow), Fit::Wrong);
        assert_eq!(wide.arrivals(&narrow, 64), [Arrival::Low(32)]);
        // In two words there is another argument.
        assert_eq!(narrow.fit(&wide, 32), Fit::Wrong);
    }

    #[test]
    fn pointers_are_numbers_and_floats_are_not() {
        let pointer = signature(&[Type::pointer(DataModel::Lp64)], None);
        assert_eq!(fit(&pointer, &signature(&[LONG], None)), Fit::Good);
        assert_eq!(fit(&pointer, &signature(&[DOUBLE], None)), Fit::Wrong);
        let after = signature(&[LONG, LONG], None);
        let arrivals = after.arrivals(&signature(&[DOUBLE, LONG], None), 64);
        assert_eq!(arrivals, [Arrival::Nothing, Arrival::Nothing]);
    }

    #[test]
    fn a_result_that_is_missing_is_arbitrary_and_no_mistake_by_itself() {
        let (void, int) = (signature(&[], None), signature(&[], Some(INT)));
        assert_eq!(fit(&void, &int), Fit::Loose);
        assert_eq!(fit(&int, &void), Fit::Good);
        assert_eq!(fit(&int, &signature(&[], Some(LONG))), Fit::Loose);
        assert_eq!(fit(&int, &signature(&[], Some(DOUBLE))), Fit::Loose);
    }

    #[test]
    fn records_fit_if_they_are_built_alike() {
        let record = |name: &str, ty: Type| {
            let field = Field { name: name.to_string(), offset: 0, layout: Layout::Scalar(ty) };
            Some(Passed::Record(Layout::Record { fields: vec![field], size: 8 }))
        };
        let returning = |result| Signature { result, ..Signature::default() };
        assert_eq!(fit(&returning(record("a", LONG)), &returning(record("b", LONG))), Fit::Good);
        assert_eq!(fit(&returning(record("a", LONG)), &returning(record("a", DOUBLE))), Fit::Wrong);
        assert_eq!(fit(&returning(record("a", LONG)), &returning(None)), Fit::Wrong);
        assert_eq!(fit(&returning(None), &returning(record("a", LONG))), Fit::Wrong);
    }
}
