// expect: violated overflow line=12
// min-rounds: 1
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int places = __VERIFIER_nondet_int();
    if (places > 31)
        return 1;
    return 1000 >> places;
}
