// expect: violated api line=17
// min-rounds: 2

/* A thread that was joined is no thread any more. */
#include <threads.h>

int worker(void *unused)
{
    return 0;
}

int main(void)
{
    thrd_t thread;
    thrd_create(&thread, worker, 0);
    thrd_join(thread, 0);
    thrd_detach(thread);
    return 0;
}
