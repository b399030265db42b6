// expect: violated pointer line=13
// rounds: 1   unwind: 4   min-rounds: 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(size > 0 && size < 4);
    int values[size];
    int index = __VERIFIER_nondet_int();
    values[index & 3] = 1;
    return 0;
}
