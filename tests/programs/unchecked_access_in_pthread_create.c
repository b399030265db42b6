// expect: bounded
// options: --check assert
// names: unchecked_access_in_pthread_create.c:24: runs after an access outside of all live objects

/* An int is too small for what pthread_create writes: nothing is known of what follows. */
#include <assert.h>

typedef int pthread_t;
typedef struct {
    long unused[7];
} pthread_attr_t;
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int x;

void *worker(void *argument)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t thread; pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
