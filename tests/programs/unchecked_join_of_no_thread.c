// expect: bounded
// options: --check assert
// names: unchecked_join_of_no_thread.c:17: runs after a wait for the end of something that is no thread

/* The model waits for ever; what the library does nobody knows. */
#include <assert.h>
#include <pthread.h>

pthread_t thread;
int __VERIFIER_nondet_int(void);
void *worker(void *argument) { return 0; }

int main(void)
{
    if (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(thread != 0);
    return 0;
}
