/*
 * Szymanski's mutual exclusion: a waiting room with a door that the last one in closes. Two threads pass TURNS times
 * each. With BUG a thread goes on without waiting for those before it to leave.
 */
#include <assert.h>
#include <pthread.h>

#ifndef TURNS
#define TURNS 1
#endif
#define THREADS 2

enum place { OUTSIDE, WISHES, IN_DOORWAY, IN_ROOM, IN_ROOM_DOOR_CLOSED };

volatile int place[THREADS];
volatile int owner = -1;

static int nobody_in_the_room(int self) {
    for (int other = 0; other < THREADS; other++)
        if (other != self && place[other] >= IN_ROOM)
            return 0;
    return 1;
}

static int somebody_wishes(int self) {
    for (int other = 0; other < THREADS; other++)
        if (other != self && place[other] == WISHES)
            return 1;
    return 0;
}

static int somebody_closed_the_door(int self) {
    for (int other = 0; other < THREADS; other++)
        if (other != self && place[other] == IN_ROOM_DOOR_CLOSED)
            return 1;
    return 0;
}

#ifndef BUG
static int nobody_is_before(int self) {
    for (int other = 0; other < self; other++)
        if (place[other] >= IN_DOORWAY)
            return 0;
    return 1;
}
#endif

static int nobody_is_halfway_in(int self) {
    for (int other = self + 1; other < THREADS; other++) {
        int seen = place[other];
        if (seen == IN_DOORWAY || seen == IN_ROOM)
            return 0;
    }
    return 1;
}

static void enter(int self) {
    place[self] = WISHES;
    while (!nobody_in_the_room(self))
        ;
    place[self] = IN_ROOM;
    if (somebody_wishes(self)) {
        place[self] = IN_DOORWAY;
        while (!somebody_closed_the_door(self))
            ;
    }
    place[self] = IN_ROOM_DOOR_CLOSED;
#ifndef BUG
    while (!nobody_is_before(self))
        ;
#endif
}

static void leave(int self) {
    while (!nobody_is_halfway_in(self))
        ;
    place[self] = OUTSIDE;
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    for (int turn = 0; turn < TURNS; turn++) {
        enter(self);
        owner = self;
        assert(owner == self);
        leave(self);
    }
    return 0;
}

int main(void) {
    pthread_t id[THREADS];
    for (long index = 0; index < THREADS; index++)
        pthread_create(&id[index], 0, worker, (void *)index);
    for (int index = 0; index < THREADS; index++)
        pthread_join(id[index], 0);
    return 0;
}
