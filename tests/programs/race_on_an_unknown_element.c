// expect: violated race line=18
// rounds: 2   min-rounds: 1
// options: --check race
/* Both threads write the element, and nobody reads it; that the two indices can be the same is what matters. */
#include <pthread.h>

#define ELEMENTS 500

int elements[ELEMENTS];
unsigned first_index, second_index;
extern unsigned __VERIFIER_nondet_uint(void);

static void put(unsigned index) {
    if (index >= ELEMENTS)
        return;
    if (index % 2 == 0)
        return;
    elements[index] = 1;
}

static void *first(void *arg) {
    put(first_index);
    return arg;
}

static void *second(void *arg) {
    put(second_index);
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
