// expect: no-violation
// rounds: 3

/* The routine runs once, and nobody returns from pthread_once before it has. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs, ready;

void initialise(void)
{
    runs++;
    ready = 1;
}

void *user(void *unused)
{
    pthread_once(&once, initialise);
    assert(ready && runs == 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
