// expect: violated assert line=46
// also: race

/* Szymanski's algorithm for two threads, but the younger waits only for an elder that has shut the door, not for one
   that is still on its way there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { OUTSIDE, KNOCKING, WAITING_FOR_OTHERS, IN_DOORWAY, DOOR_SHUT };

static atomic_int state[2];
static int inside;

static void lock(int self) {
    int other = 1 - self;
    state[self] = KNOCKING;
    while (state[other] >= IN_DOORWAY)
        ;
    state[self] = IN_DOORWAY;
    if (state[other] == KNOCKING) {
        state[self] = WAITING_FOR_OTHERS;
        while (state[other] != DOOR_SHUT)
            ;
    }
    state[self] = DOOR_SHUT;
    if (self == 1) {
        while (state[0] == DOOR_SHUT)
            ;
    }
}

static void unlock(int self) {
    if (self == 0) {
        int later;
        do
            later = state[1];
        while (later == WAITING_FOR_OTHERS || later == IN_DOORWAY);
    }
    state[self] = OUTSIDE;
}

static void visit(int self) {
    lock(self);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(self);
}

static void *elder(void *unused) {
    while (1)
        visit(0);
}

static void *younger(void *unused) {
    while (1)
        visit(1);
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, elder, NULL);
    pthread_create(&second, NULL, younger, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
