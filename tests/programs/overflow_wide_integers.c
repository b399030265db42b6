// expect: violated overflow line=13
// min-rounds: 1
// options: --check overflow

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int place = __VERIFIER_nondet_int();
    if (place < 0 || place > 126)
        return 1;
    __int128 power = (__int128)1 << place;
    return power + power == 0;
}
