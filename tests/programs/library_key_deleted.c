// expect: no-violation
// rounds: 3   unwind: 20

/* The destructor of a key runs with the value of the thread that ends, unless the key was deleted. */
#include <assert.h>
#include <pthread.h>

pthread_key_t kept, deleted;
int destroyed;

void destroy(void *value) {
    *(int *)value += 10;
    destroyed++;
}

void *work(void *argument) {
    assert(pthread_getspecific(kept) == 0);
    assert(pthread_setspecific(kept, argument) == 0 && pthread_setspecific(deleted, argument) == 0);
    assert(pthread_getspecific(kept) == argument && *(int *)pthread_getspecific(deleted) == 1);
    assert(pthread_key_delete(deleted) == 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    int value = 1;
    assert(pthread_key_create(&kept, destroy) == 0 && pthread_key_create(&deleted, destroy) == 0);
    pthread_create(&thread, 0, work, &value);
    pthread_join(thread, 0);
    assert(value == 11 && destroyed == 1 && pthread_getspecific(kept) == 0);
    return 0;
}
