// expect: safe

/* Everyone finds what the routine has done, also who comes while it runs. */
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int runs, table;

void set_up(void)
{
    runs++;
    table = 5;
}

void *user(void *unused)
{
    pthread_once(&control, set_up);
    assert(table == 5 && runs == 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_exit(0);
}
