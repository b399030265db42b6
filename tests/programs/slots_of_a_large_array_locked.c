// expect: safe
// rounds: 3
/* Two threads count in slots of a large array that nobody knows before, under a lock. */
#include <assert.h>
#include <pthread.h>

#define SLOTS 2000

struct slot {
    int count;
    int owner;
} slots[SLOTS];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *count(void *arg) {
    int slot = *(int *)arg;
    if (slot >= 0 && slot < SLOTS) {
        pthread_mutex_lock(&lock);
        slots[slot].count++;
        slots[slot].owner = 7;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    int here = __VERIFIER_nondet_int(), there = __VERIFIER_nondet_int();
    pthread_create(&first, 0, count, &here);
    pthread_create(&second, 0, count, &there);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (here >= 0 && here < SLOTS)
        assert(slots[here].count == 1 + (here == there) && slots[here].owner == 7);
    return 0;
}
