// expect: safe
// rounds: 2
// options: --check race
/* The indices are not known, but one is even and the other odd. */
#include <pthread.h>

#define ELEMENTS 500

int elements[ELEMENTS];
unsigned first_index, second_index;
extern unsigned __VERIFIER_nondet_uint(void);

static void *first(void *arg) {
    if (first_index < ELEMENTS && first_index % 2 == 0)
        elements[first_index] = 1;
    return arg;
}

static void *second(void *arg) {
    if (second_index < ELEMENTS && second_index % 2 == 1)
        elements[second_index] += 2;
    return arg;
}

int main(void) {
    pthread_t id[2];
    first_index = __VERIFIER_nondet_uint();
    second_index = __VERIFIER_nondet_uint();
    pthread_create(&id[0], 0, first, 0);
    pthread_create(&id[1], 0, second, 0);
    return 0;
}
