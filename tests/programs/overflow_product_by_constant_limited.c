// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int days = __VERIFIER_nondet_int();
    if (days < 0 || days > 24855)
        return 1;
    int seconds = days * 24 * 3600;
    return seconds < 0;
}
