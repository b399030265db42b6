// expect: bounded
// names: unreachable_in_an_atomic_section.c:15: runs that come to a place that the program calls unreachable

/* A promise that is broken. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    if (x++ == 0) __builtin_unreachable();
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
