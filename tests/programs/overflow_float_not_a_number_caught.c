// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 1;
    double mean = 0.0 / count;
    return mean == mean ? (int)mean : -1;
}
