// expect: violated assert line=38
// also: race

/* Dekker's algorithm, but who had to wait for its turn forgets to raise its flag again, so that the other does not
   see it inside. */
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
    wants[self] = true;
    while (wants[other]) {
        if (turn == other) {
            wants[self] = false;
            while (turn == other)
                ;
        }
    }
}

static void unlock(int self) {
    turn = 1 - self;
    wants[self] = false;
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
