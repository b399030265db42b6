// expect: violated assert line=44
// also: race

/* Quick read-copy-update, but the updater withdraws the old version only after it has waited for the readers: those
   that come in between still find it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int users[2] = {1, 0}; /* the updater keeps the current counter from being zero */
static atomic_int epoch;
static atomic_int version;
static bool alive[2] = {true, false};

static int read_lock(void) {
    while (1) {
        int mine = epoch;
        int count = users[mine];
        if (count > 0 && atomic_compare_exchange_strong(&users[mine], &count, count + 1))
            return mine;
    }
}

static void read_unlock(int mine) {
    atomic_fetch_sub(&users[mine], 1);
}

static void synchronize(void) {
    int old = epoch;
    if (users[old] == 1)
        return;
    atomic_fetch_add(&users[1 - old], 1);
    epoch = 1 - old;
    atomic_fetch_sub(&users[old], 1);
    while (users[old] > 0)
        ;
}

static void *reader(void *unused) {
    while (1) {
        int mine = read_lock();
        int current = version;
        assert(alive[current]);
        read_unlock(mine);
    }
}

static void *updater(void *unused) {
    while (1) {
        int old = version;
        alive[1 - old] = true;
        synchronize();
        version = 1 - old;
        alive[old] = false;
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, updater, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
