// expect: violated pointer line=23
// rounds: 1   unwind: 1   min-rounds: 1

/* The same with the checks that are on by default. */
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
