// expect: violated assert line=29
// also: race
// rounds: 2   min-rounds: 2

/* What programs written for CBMC and ESBMC call. */
#include <pthread.h>

int x, y;

void *writer(void *arg) {
    __CPROVER_atomic_begin();
    x = 1;
    y = 1;
    __CPROVER_atomic_end();
    return arg;
}

int main(void) {
    __CPROVER_bool wanted;
    __CPROVER_size_t size = sizeof(int);
    __CPROVER_assume(wanted && size == 4);
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    __ESBMC_atomic_begin();
    __ESBMC_assert(x == y, "both are written at once");
    __ESBMC_atomic_end();
    int seen = x;
    __CPROVER_assume(seen == 1);
    __CPROVER_assert(y == 0, "y is not written");
    return 0;
}
