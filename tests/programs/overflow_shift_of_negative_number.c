// expect: violated overflow line=12
// min-rounds: 1
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number < -4 || number > 4)
        return 1;
    return number << 2;
}
