// expect: violated assert
// also: race

/* A loop creates a thread again and again, through a pointer to a function. */
#include <assert.h>
#include <pthread.h>

int value;
pthread_t thread;

void *writes(void *arg)
{
    value = 0;
    value = 1;
    assert(value == 1);
    return arg;
}

static void create(void)
{
    pthread_create(&thread, 0, writes, 0);
}

static void (*creator)(void) = create;

int main(void)
{
    for (int i = 0; i < 2; i++)
        creator();
    for (;;)
        ;
}
