//! Structs and unions of every shape: sizes, alignments, offsets, and the bytes that members leave behind.

use super::case::Case;
use super::random::Random;
use super::types::integers;
use bmc_conc::ir::DataModel;

/// Types with an alignment of their own, and enumerations of every underlying type.
pub const DECLARATIONS: &str = "\
#include <stddef.h>
typedef int raised __attribute__((aligned(8)));
typedef long long lowered __attribute__((aligned(2)));
enum plain { PLAIN = 3 };
enum negative { NEGATIVE = -3 };
enum wide { WIDE = 5000000000 };
enum __attribute__((packed)) narrow { NARROW = 200 };
";

pub fn case(random: &mut Random, model: DataModel) -> Case {
    let tag = format!("s{:x}", random.bits());
    let mut shape = Shape { random, model, members: 0, places: Vec::new() };
    let pack = shape.random.chance(10).then(|| shape.random.of(&[1, 2, 4]));
    let union = shape.random.chance(25);
    let text = shape.record(union, &tag, 2, "", true);
    let places = shape.places;
    let mut case = Case::default();
    if let Some(pack) = pack {
        case.declarations.push_str(&format!("#pragma pack(push, {pack})\n"));
    }
    case.declarations.push_str(&format!("{text};\n"));
    if pack.is_some() {
        case.declarations.push_str("#pragma pack(pop)\n");
    }
    let word = if union { "union" } else { "struct" };
    let name = format!("{word} {tag}");
    case.declarations.push_str(&format!("static {name} {tag};\n"));
    for form in ["sizeof", "_Alignof", "__alignof__"] {
        case.result(format!("{form}({name})"));
    }
    let behind = format!("sizeof(struct {{ char c; {name} m; }})");
    // A flexible array makes the struct no member of another in strict C; gcc takes it.
    case.result(behind);
    for place in &places {
        if !matches!(place.kind, Kind::Bits { .. }) {
            case.result(format!("offsetof({name}, {})", place.path));
        }
        if !matches!(place.kind, Kind::Bits { .. } | Kind::Flexible) {
            case.result(format!("sizeof({tag}.{})", place.path));
        }
    }
    case.statement(format!("fill(&{tag}, sizeof({tag}), {});", random.below(256)));
    stores(random, &tag, &places, &mut case);
    case.result(format!("bytes(&{tag}, sizeof({tag}))"));
    initial(random, &name, &tag, &places, &mut case);
    case
}

fn stores(random: &mut Random, tag: &str, places: &[Place], case: &mut Case) {
    for Place { path, kind } in places {
        let member = format!("{tag}.{path}");
        let value = random.value() as i64;
        match *kind {
            Kind::Bits { width, signed } => {
                case.result(format!("({member} = {value}ll)"));
                case.result(format!("bytes(&{tag}, sizeof({tag}))"));
                case.result(&member);
                if width <= 32 || width == 64 {
                    case.result(format!("TYPE(+{member})"));
                }
                case.result(format!("~{member}"));
                case.result(format!("({member} < -1)"));
                case.result(format!("({member} ? {member} : 0u)"));
                if !signed {
                    case.result(format!("({member} << 1)"));
                    case.result(format!("(-{member})"));
                    case.result(format!("{member}++"));
                    case.result(format!("({member} -= 3)"));
                } else if width < 32 {
                    case.result(format!("++{member}"));
                    case.result(format!("({member} += 5)"));
                }
            }
            Kind::Integer => {
                case.result(format!("({member} = {value}ll)"));
                case.result(format!("{member} ^ 1"));
            }
            Kind::Float => case.statement(format!("{member} = {}.5;", value >> 32)),
            Kind::Other | Kind::Flexible => {}
        }
    }
}

/// The bytes of a static object with initial values.
fn initial(random: &mut Random, name: &str, tag: &str, places: &[Place], case: &mut Case) {
    let mut values = Vec::new();
    for Place { path, kind } in places {
        if matches!(kind, Kind::Bits { .. } | Kind::Integer) && random.chance(60) {
            values.push(format!(".{path} = {}ll", random.value() as i64));
        }
    }
    case.declarations.push_str(&format!("static {name} {tag}i = {{ {} }};\n", values.join(", ")));
    case.result(format!("bytes(&{tag}i, sizeof({tag}i))"));
    let local = format!("{name} local = {{ {} }};", values.join(", "));
    case.statement(local);
    // Of a union, only the member that was initialised last has a value.
    if case.declarations.contains("union") {
        return;
    }
    for Place { path, kind } in places {
        if matches!(kind, Kind::Bits { .. } | Kind::Integer) {
            case.result(format!("local.{path}"));
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Float,
    Bits { width: u32, signed: bool },
    Flexible,
    Other,
}

/// A way to a member, from the outermost record.
struct Place {
    path: String,
    kind: Kind,
}

struct Shape<'r> {
    random: &'r mut Random,
    model: DataModel,
    members: u32,
    places: Vec<Place>,
}

impl Shape<'_> {
    fn record(&mut self, union: bool, tag: &str, depth: u32, prefix: &str, outermost: bool) -> String {
        let word = if union { "union" } else { "struct" };
        let mut members = String::new();
        let count = 1 + self.random.below(5);
        for _ in 0..count {
            members.push_str(&self.member(depth, prefix));
        }
        if outermost && !union && self.random.chance(15) {
            // Something with a name must come before.
            let ty = self.random.pick(&["char", "int", "long long", "double"]);
            members.push_str(&format!("int before; {ty} flexible[]; "));
            self.places.push(Place { path: "before".into(), kind: Kind::Integer });
            self.places.push(Place { path: "flexible".into(), kind: Kind::Flexible });
        }
        let (mut front, mut back) = (String::new(), String::new());
        if self.random.chance(35) {
            let attribute = self.attribute(true);
            if self.random.chance(50) { front = attribute } else { back = attribute }
        }
        format!("{word} {front}{tag} {{ {members}}}{back}")
    }

    fn attribute(&mut self, of_record: bool) -> String {
        let aligned = self.random.of(&[1, 2, 4, 8, 16, 32]);
        match self.random.below(6) {
            0..=2 => " __attribute__((packed)) ".into(),
            3 if of_record => format!(" __attribute__((packed, aligned({aligned}))) "),
            4 => format!(" __attribute__((__packed__)) __attribute__((aligned({aligned}))) "),
            _ => format!(" __attribute__((__aligned__({aligned}))) "),
        }
    }

    fn name(&mut self) -> String {
        self.members += 1;
        format!("m{}", self.members)
    }

    fn member(&mut self, depth: u32, prefix: &str) -> String {
        let name = self.name();
        let path = format!("{prefix}{name}");
        let attribute = if self.random.chance(12) { self.attribute(false) } else { String::new() };
        let (before, after) =
            if self.random.chance(50) { (attribute, String::new()) } else { (String::new(), attribute) };
        match self.random.below(20) {
            0..=7 => self.bit_field(name, path, &after),
            8..=9 if depth > 0 => {
                let union = self.random.chance(40);
                if self.random.chance(40) {
                    let inner = self.record(union, "", depth - 1, prefix, false);
                    return format!("{inner}; ");
                }
                let inner = self.record(union, "", depth - 1, &format!("{path}."), false);
                self.places.push(Place { path, kind: Kind::Other });
                format!("{inner} {name}; ")
            }
            10..=11 => {
                let ty = self.random.pick(&["float", "double", "long double", "void *", "int (*)(void)"]);
                if ty.contains("(*)") {
                    self.places.push(Place { path, kind: Kind::Other });
                    return format!("int (*{name})(void); ");
                }
                let kind = if matches!(ty, "float" | "double") { Kind::Float } else { Kind::Other };
                self.places.push(Place { path, kind });
                format!("{before}{ty} {name}{after}; ")
            }
            12 => {
                let ty = self.random.pick(&["enum plain", "enum negative", "enum wide", "enum narrow"]);
                self.places.push(Place { path, kind: Kind::Integer });
                format!("{ty} {name}{after}; ")
            }
            13..=14 => {
                let ty = integers(self.model)[self.random.below(12) as usize].name;
                let lengths = self.random.pick(&["[1]", "[3]", "[2][2]", "[0]", "[5]"]);
                match lengths {
                    "[0]" => self.places.push(Place { path, kind: Kind::Other }),
                    "[2][2]" => {
                        self.places.push(Place { path: format!("{path}[1][0]"), kind: Kind::Integer })
                    }
                    _ => self.places.push(Place { path: format!("{path}[0]"), kind: Kind::Integer }),
                }
                format!("{before}{ty} {name}{lengths}{after}; ")
            }
            15 => {
                let alignment = self.random.pick(&["16", "8", "32", "long double", "long long", "void *"]);
                self.places.push(Place { path, kind: Kind::Integer });
                format!("_Alignas({alignment}) {} {name}; ", self.random.pick(&["char", "int", "long"]))
            }
            16 if self.random.chance(30) => {
                // On ILP32 gcc gives a struct of one wide atomic member two alignments.
                let wide = if self.model == DataModel::Lp64 { "long long" } else { "long" };
                let ty = self.random.pick(&["char", "short", "int", "long", wide, "void *"]);
                self.places.push(Place { path, kind: Kind::Other });
                format!("_Atomic {ty} {name}{after}; ")
            }
            16 => {
                self.places.push(Place { path, kind: Kind::Integer });
                format!("{} {name}{after}; ", self.random.pick(&["raised", "lowered"]))
            }
            _ => {
                let all = integers(self.model);
                let ty = all[self.random.below(all.len() as u64) as usize].name;
                self.places.push(Place { path, kind: Kind::Integer });
                format!("{before}{ty} {name}{after}; ")
            }
        }
    }

    fn bit_field(&mut self, name: String, path: String, after: &str) -> String {
        let enumerations =
            [("enum plain", 32, false), ("enum negative", 32, true), ("enum narrow", 8, false)];
        let (ty, bits, signed) = if self.random.chance(15) {
            self.random.of(&enumerations)
        } else {
            let ty = integers(self.model)[self.random.below(12) as usize];
            (ty.name, ty.bits(self.model), ty.signed)
        };
        match self.random.below(8) {
            0 => format!("{ty} : 0; "),
            1 => format!("{ty} : {}; ", 1 + self.random.below(u64::from(bits))),
            _ => {
                let width = 1 + self.random.below(u64::from(bits)) as u32;
                self.places.push(Place { path, kind: Kind::Bits { width, signed } });
                format!("{ty} {name} : {width}{after}; ")
            }
        }
    }
}
