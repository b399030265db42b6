// expect: violated assert line=33
// also: race

/* Peterson's algorithm, but each thread claims the turn for itself instead of giving it away: the second to claim it
   goes in beside the first. */
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
    turn = self;
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
