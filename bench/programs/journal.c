/*
 * WORKERS threads add to a balance ENTRIES times each, and keep a journal and statistics of it that nobody reads: what
 * is asserted does not depend on them.
 *
 * With BUG the balance is changed without the lock, so that updates are lost.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif

int balance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int journal[8];
unsigned written, largest, checksum;

static void note(unsigned value) {
    journal[written % 8] = (int)value;
    written = written + 1;
    if (value > largest)
        largest = value;
    checksum = checksum * 31 + value;
}

static void *worker(void *unused) {
    (void)unused;
    for (int i = 0; i < ENTRIES; i++) {
#ifndef BUG
        pthread_mutex_lock(&lock);
#endif
        balance = balance + 1;
#ifndef BUG
        pthread_mutex_unlock(&lock);
#endif
        note((unsigned)balance);
    }
    return 0;
}

int main(void) {
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
    assert(balance == WORKERS * ENTRIES);
    return 0;
}
