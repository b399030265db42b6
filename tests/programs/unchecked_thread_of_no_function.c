// expect: bounded
// options: --check assert
// names: unchecked_thread_of_no_function.c:16: runs after a call of something that is no function

/* What is started is no function on some path. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void *worker(void *argument) { return 0; }

int main(void)
{
    pthread_t thread;
    void *(*start)(void *) = __VERIFIER_nondet_int() ? worker : 0;
    pthread_create(&thread, 0, start, 0);
    assert(start == worker);
    return 0;
}
