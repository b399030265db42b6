// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (b == 0 || b == -1)
        return 1;
    return a % b;
}
