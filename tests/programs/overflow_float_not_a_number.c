// expect: violated overflow line=14
// min-rounds: 1
// options: --check overflow

/* Division by zero is defined for floating-point numbers; the conversion of its result is not. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 1;
    double mean = 0.0 / count;
    return (int)mean;
}
