//! One case: files, and a command line that is run in their folder.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The first is the one that is shrunk if the case fails.
    pub files: Vec<File>,
    pub arguments: Vec<String>,
    /// What comes from standard input.
    pub typed: Vec<u8>,
}

impl Case {
    pub fn new(files: Vec<File>, arguments: &[&str]) -> Case {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Case { files, arguments, typed: Vec::new() }
    }

    /// Checks the first file. A search may take long for good reasons, so it gets limits.
    pub fn check(files: Vec<File>, options: &[&str]) -> Case {
        let name = files[0].name.clone();
        let arguments = [&["check", &name, "--timeout", "4", "--memory-limit", "700"][..], options].concat();
        Case::new(files, &arguments)
    }

    /// Does something with one program that ends by itself.
    pub fn of_program(bytes: Vec<u8>, options: &[&str]) -> Case {
        let arguments = [&["check", PROGRAM][..], options].concat();
        Case::new(vec![program(bytes)], &arguments)
    }
}

pub const PROGRAM: &str = "program.c";

pub fn program(bytes: Vec<u8>) -> File {
    File { name: PROGRAM.to_string(), bytes }
}
