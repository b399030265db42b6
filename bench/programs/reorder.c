/*
 * SETTERS threads write a value and then say that it is there; CHECKERS look in the opposite order and must find the
 * value. No lock is needed if memory is sequentially consistent. With BUG the setters say so too early.
 */
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

volatile int value, ready;

static void *setter(void *arg) {
    int mine = (int)(long)arg;
#ifdef BUG
    ready = mine;
    value = mine;
#else
    value = mine;
    ready = mine;
#endif
    return 0;
}

static void *checker(void *arg) {
    int was_ready = ready;
    int found = value;
    assert(was_ready == 0 || found != 0);
    return arg;
}

int main(void) {
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (long index = 0; index < SETTERS; index++)
        pthread_create(&setters[index], 0, setter, (void *)(index + 1));
    for (int index = 0; index < CHECKERS; index++)
        pthread_create(&checkers[index], 0, checker, 0);
    for (int index = 0; index < SETTERS; index++)
        pthread_join(setters[index], 0);
    for (int index = 0; index < CHECKERS; index++)
        pthread_join(checkers[index], 0);
    return 0;
}
