/*
 * Two threads add their variables to each other, N times each. The largest value either can reach is the
 * Fibonacci number of 2N + 2; LIMIT decides whether the assertion can fail.
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif
#ifndef LIMIT
#define LIMIT 144
#endif

int i = 1, j = 1;

static void *add_to_i(void *arg) {
    for (int k = 0; k < N; k++)
        i += j;
    return arg;
}

static void *add_to_j(void *arg) {
    for (int k = 0; k < N; k++)
        j += i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add_to_i, 0);
    pthread_create(&b, 0, add_to_j, 0);
    int seen_i = i, seen_j = j;
    assert(seen_i < LIMIT && seen_j < LIMIT);
    return 0;
}
