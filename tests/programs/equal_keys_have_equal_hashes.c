// expect: no-violation
// rounds: 2
// options: --check assert,memory,api

/* Both workers read the key before or after it is written again, with what it was: the products are the same. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned key, one, other;

static unsigned hash(unsigned number) {
    number *= number | 1;
    return number / ((number >> 27) + 1);
}

static void *first(void *unused) {
    (void)unused;
    one = hash(key);
    return 0;
}

static void *second(void *unused) {
    (void)unused;
    other = hash(key);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    key = __VERIFIER_nondet_uint();
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    key = key;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(one == other);
    return 0;
}
