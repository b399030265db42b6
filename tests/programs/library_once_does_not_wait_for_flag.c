// expect: violated assert line=22
// also: race
// min-rounds: 1

/* A flag set before the work is done lets others in too early. */
#include <assert.h>
#include <pthread.h>

int started, table;

void set_up(void)
{
    if (started)
        return;
    started = 1;
    table = 5;
}

void *user(void *unused)
{
    set_up();
    assert(table == 5);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_exit(0);
}
