// expect: bounded
// names: exit_of_main_and_atexit.c:17: the end of a program whose main has called pthread_exit

/* Functions given to atexit run when the last thread ends, which is not followed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void at_end(void)
{
    assert(0);
}

int main(void)
{
    atexit(at_end);
    pthread_exit(0);
}
