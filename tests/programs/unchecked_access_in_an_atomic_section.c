// expect: bounded
// options: --check assert
// names: unchecked_access_in_an_atomic_section.c:17: runs after

/* No other thread sees the first half of a section whose second half is not followed. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, *nowhere;

void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    x = 1;
    *nowhere = 2;
    x = 0;
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
