// expect: violated assert line=34
// also: race
// rounds: 3   min-rounds: 3
/*
 * Two threads count in slots of a large array that nobody knows before. If it is the same slot, a count may get
 * lost.
 */
#include <assert.h>
#include <pthread.h>

#define SLOTS 3000

int slots[SLOTS];
extern unsigned __VERIFIER_nondet_uint(void);

static void *count(void *arg) {
    unsigned slot = *(unsigned *)arg;
    if (slot < SLOTS)
        slots[slot] = slots[slot] + 1;
    return 0;
}

int main(void) {
    pthread_t first, second;
    unsigned here = __VERIFIER_nondet_uint(), there = __VERIFIER_nondet_uint();
    pthread_create(&first, 0, count, &here);
    pthread_create(&second, 0, count, &there);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (here < SLOTS && there < SLOTS) {
        if (here != there)
            assert(slots[here] == 1 && slots[there] == 1);
        else
            assert(slots[here] == 2);
    }
    return 0;
}
