// expect: safe
// options: --check assert

/* Accesses that are valid in every run leave nothing out, though another thread decides where they go. */
#include <assert.h>
#include <pthread.h>

int values[4], at;
int *place = &values[1];

void *mover(void *argument)
{
    at = 3;
    place = &values[2];
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
    values[at] = 1;
    *place = 2;
    pthread_join(thread, 0);
    assert(values[0] + values[3] == 1);
    return 0;
}
