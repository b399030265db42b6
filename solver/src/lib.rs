//! Bit-vector terms, and-inverter graphs, CNF and SAT engines. Knows nothing of programs or threads.
