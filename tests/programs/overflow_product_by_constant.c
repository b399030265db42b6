// expect: violated overflow line=13
// min-rounds: 1
// options: --check overflow

/* Seconds in so many days: a month or two fit, a lifetime does not. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int days = __VERIFIER_nondet_int();
    if (days < 0 || days > 24856)
        return 1;
    int seconds = days * 24 * 3600;
    return seconds < 0;
}
