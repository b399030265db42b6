// expect: safe

/* A lock taken by compare-and-exchange, which remembers its owner. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { FREE, FIRST, SECOND };

static atomic_int owner = FREE;
static int last_user;
static int names[2] = {FIRST, SECOND};

static void lock(int self) {
    int expected;
    do
        expected = FREE;
    while (!atomic_compare_exchange_weak(&owner, &expected, self));
}

static void unlock(int self) {
    assert(owner == self);
    owner = FREE;
}

static void *worker(void *name) {
    int self = *(int *)name;
    while (1) {
        lock(self);
        last_user = self;
        assert(last_user == self);
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
