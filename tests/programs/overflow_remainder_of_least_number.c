// expect: violated overflow line=14
// min-rounds: 1
// options: --check overflow

/* The remainder would be zero, but C derives it from the quotient. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (b == 0)
        return 1;
    return a % b;
}
