// expect: violated api line=17
// min-rounds: 2

/* The threads of C11: a thread can be joined once. */
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
    thrd_join(thread, 0);
    return 0;
}
