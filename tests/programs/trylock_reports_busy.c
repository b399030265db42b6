// expect: safe
// rounds: 2

/* Values of trylock seen from one thread: success, then busy, then success again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, NULL);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) != 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
