// expect: violated assert line=10
// rounds: 1   min-rounds: 1

extern void __VERIFIER_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char letter = __VERIFIER_nondet_char();
    if (letter == 'q')
        __VERIFIER_error();
    return 0;
}
