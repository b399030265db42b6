/*
 * WORKERS threads each move money between two of SLOTS accounts, which ones is left to chance. In the end some account
 * holds what its transfers leave in it.
 *
 * With BUG accounts are changed without the lock, so that a transfer can undo another one.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef SLOTS
#define SLOTS 8
#endif

struct transfer {
    unsigned from, to;
} transfers[WORKERS];

int accounts[SLOTS];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *arg) {
    struct transfer *mine = arg;
    if (mine->from >= SLOTS || mine->to >= SLOTS)
        return 0;
#ifndef BUG
    pthread_mutex_lock(&lock);
#endif
    accounts[mine->from] = accounts[mine->from] - 1;
    accounts[mine->to] = accounts[mine->to] + 1;
#ifndef BUG
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        transfers[i].from = (unsigned)rand();
        transfers[i].to = (unsigned)rand();
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, move, &transfers[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
    unsigned account = (unsigned)rand();
    if (account >= SLOTS)
        return 0;
    int expected = 0;
    for (int i = 0; i < WORKERS; i++)
        if (transfers[i].from < SLOTS && transfers[i].to < SLOTS)
            expected += (transfers[i].to == account) - (transfers[i].from == account);
    assert(accounts[account] == expected);
    return 0;
}
