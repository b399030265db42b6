// expect: violated overflow line=13
// min-rounds: 1
// options: --check overflow

/* In `int` the last of 32 bits is the sign. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    if (bit < 0 || bit > 31)
        return 1;
    return (1 << bit) != 0;
}
