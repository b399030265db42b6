// expect: safe
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int places = __VERIFIER_nondet_int();
    return 1000 >> (places & 31);
}
