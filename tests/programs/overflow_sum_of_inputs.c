// expect: violated overflow line=14
// min-rounds: 1
// options: --check overflow

/* The mean of two numbers, as it is often written. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= low && low <= high);
    int middle = (low + high) / 2;
    return middle >= low;
}
