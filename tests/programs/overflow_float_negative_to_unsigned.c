// expect: violated overflow line=14
// min-rounds: 1
// options: --check overflow

/* A fraction above -1 becomes 0; -1 is none of the type's numbers. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int halves = __VERIFIER_nondet_int();
    if (halves < -2 || halves > 2)
        return 1;
    float number = halves / 2.0f;
    unsigned whole = number;
    return whole;
}
