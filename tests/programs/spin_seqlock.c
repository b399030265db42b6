// expect: safe

/* Who reads tries again if somebody wrote meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint number;
atomic_int left, right;

static void *first(void *arg) {
    for (int i = 1; i <= 2; i++) {
        number++;
        left = i;
        right = i;
        number++;
    }
    return 0;
}

static void *second(void *arg) {
    unsigned before;
    int one, other;
    do {
        before = number;
        one = left;
        other = right;
    } while (before % 2 || before != number);
    assert(one == other);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
