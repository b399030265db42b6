// expect: violated assert line=33
// also: race

/* Peterson's algorithm with its first two stores swapped: who gives way before raising the flag may be
   overtaken in between, and then both go in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;
static int names[2] = {0, 1};

static void lock(int self) {
    int other = 1 - self;
    turn = other;
    wants[self] = true;
    while (wants[other] && turn == other)
        ;
}

static void unlock(int self) {
    wants[self] = false;
}

static void *worker(void *name) {
    int self = *(int *)name;
    while (1) {
        lock(self);
        inside++;
        assert(inside == 1);
        inside--;
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
