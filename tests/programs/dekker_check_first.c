// expect: violated assert line=28
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

/* Looks at the other's flag before raising its own. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

bool wants_a, wants_b;
int owner;

void *thread_a(void *arg) {
    while (wants_b)
        ;
    wants_a = true;
    owner = 1;
    assert(owner == 1);
    wants_a = false;
    return 0;
}

void *thread_b(void *arg) {
    while (wants_a)
        ;
    wants_b = true;
    owner = 2;
    assert(owner == 2);
    wants_b = false;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread_a, 0);
    pthread_create(&b, 0, thread_b, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
