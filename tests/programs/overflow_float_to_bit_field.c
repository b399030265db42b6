// expect: violated overflow line=16
// min-rounds: 1
// options: --check overflow

struct flags {
    unsigned level : 3;
} flags;

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int twice = __VERIFIER_nondet_int();
    if (twice < 0 || twice > 16)
        return 1;
    flags.level = twice / 2.0;
    return 0;
}
