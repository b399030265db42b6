// expect: violated assert line=13
// also: race
// rounds: 1   min-rounds: 1

/* A thread may run before pthread_create has stored its number. */
#include <assert.h>
#include <pthread.h>

pthread_t number;

static void *compare(void *unused) {
    pthread_t mine = pthread_self();
    assert(pthread_equal(number, mine));
    return 0;
}

int main(void) {
    pthread_create(&number, 0, compare, 0);
    pthread_join(number, 0);
    return 0;
}
