/* Factors a product of two large primes: no engine gets through this in a moment. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

unsigned long long product;

void *multiply(void *arg) {
    unsigned long long a = __VERIFIER_nondet_uint();
    unsigned long long b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a > 1 && b > 1);
    product = a * b;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, multiply, 0);
    pthread_join(t, 0);
    assert(product != 18446743979220271189ull);
    return 0;
}
