// expect: safe

/* A table of seats under a reader/writer lock: guests move from one room to another, and every reader counts the same
   number of guests. Who wants to move looks for a guest as a reader, and so looks again as a writer. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define GUESTS 2

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned room[2] = {GUESTS, 0};
static int names[2] = {0, 1};

static bool is_empty(int number) {
    pthread_rwlock_rdlock(&lock);
    assert(room[0] + room[1] == GUESTS);
    bool empty = room[number] == 0;
    pthread_rwlock_unlock(&lock);
    return empty;
}

static void move_one(int from) {
    pthread_rwlock_wrlock(&lock);
    if (room[from] > 0) {
        room[from]--;
        room[1 - from]++;
    }
    assert(room[from] <= GUESTS);
    pthread_rwlock_unlock(&lock);
}

static void *guide(void *name) {
    int from = *(int *)name;
    while (1) {
        if (!is_empty(from))
            move_one(from);
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, guide, &names[0]);
    pthread_create(&threads[1], NULL, guide, &names[0]);
    pthread_create(&threads[2], NULL, guide, &names[1]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
