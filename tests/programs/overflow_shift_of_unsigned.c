// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    if (bit < 0 || bit > 31)
        return 1;
    return (1u << bit) != 0;
}
