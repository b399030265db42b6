// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int halves = __VERIFIER_nondet_int();
    if (halves < -1 || halves > 2)
        return 1;
    float number = halves / 2.0f;
    unsigned whole = number;
    return whole;
}
