// expect: bounded
// rounds: 2   unwind: 2
// options: --check assert,memory,api

/* Lamport's fast mutual exclusion for two threads; x and y hold thread numbers, 0 is nobody. */
#include <assert.h>
#include <pthread.h>

int x, y;
int busy[3];
int owner;

static void await_nobody(void) {
    while (y != 0)
        ;
}

static void enter(int me, int other) {
    for (;;) {
        busy[me] = 1;
        x = me;
        if (y != 0) {
            busy[me] = 0;
            await_nobody();
            continue;
        }
        y = me;
        if (x == me)
            return;
        busy[me] = 0;
        while (busy[other])
            ;
        if (y == me)
            return;
        await_nobody();
    }
}

static void leave(int me) {
    y = 0;
    busy[me] = 0;
}

void *one(void *arg) {
    enter(1, 2);
    owner = 1;
    assert(owner == 1);
    leave(1);
    return NULL;
}

void *two(void *arg) {
    enter(2, 1);
    owner = 2;
    assert(owner == 2);
    leave(2);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
