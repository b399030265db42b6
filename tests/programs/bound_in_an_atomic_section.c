// expect: bounded
// rounds: 2   unwind: 2
// options: --check assert,memory,api
// names: loop worker.0 beyond 2 iterations

/* A loop that is cut off inside a section: no other thread sees the section half done. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
int x, y;

void *worker(void *argument)
{
    int count = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    x = 1;
    for (int i = 0; i < count; i++)
        y = i;
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
