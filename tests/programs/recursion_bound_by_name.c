// expect: violated assert line=23
// rounds: 1   unwind: 1   min-rounds: 1
// options: --unwindset sum:4

// Only with four nested calls is the sum 6.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int result;

int sum(int n) {
    if (n <= 0)
        return 0;
    return n + sum(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5)
        return 0;
    result = sum(n);
    assert(result != 6);
    return 0;
}
