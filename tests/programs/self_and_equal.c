// expect: safe
// rounds: 2

#include <assert.h>
#include <pthread.h>

pthread_t seen;

void *worker(void *arg) {
    pthread_t *creator = arg;
    seen = pthread_self();
    assert(!pthread_equal(pthread_self(), *creator));
    return NULL;
}

int main(void) {
    pthread_t me = pthread_self();
    pthread_t child;
    pthread_create(&child, NULL, worker, &me);
    pthread_join(child, NULL);
    assert(pthread_equal(seen, child));
    assert(!pthread_equal(seen, me));
    assert(pthread_equal(me, pthread_self()));
    return 0;
}
