// expect: safe

/* Lamport's fast mutual exclusion for two threads: without contention, two stores and two loads are enough. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NOBODY = 2 };

static atomic_int first_door;
static atomic_int second_door = NOBODY;
static atomic_bool busy[2];
static int inside;
static int names[2] = {0, 1};

static void wait_until_open(void) {
    while (second_door != NOBODY)
        ;
}

static void lock(int self) {
    while (1) {
        busy[self] = true;
        first_door = self;
        if (second_door != NOBODY) {
            busy[self] = false;
            wait_until_open();
            continue;
        }
        second_door = self;
        if (first_door == self)
            return;
        busy[self] = false;
        while (busy[1 - self])
            ;
        if (second_door == self)
            return;
        wait_until_open();
    }
}

static void unlock(int self) {
    second_door = NOBODY;
    busy[self] = false;
}

static void *worker(void *name) {
    int self = *(int *)name;
    while (1) {
        lock(self);
        inside = self;
        assert(inside == self);
        unlock(self);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, &names[0]);
    pthread_create(&second, NULL, worker, &names[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
