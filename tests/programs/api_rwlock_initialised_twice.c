// expect: violated api line=11
// min-rounds: 1

/* Whoever comes first should do it, but both do. */
#include <pthread.h>

pthread_rwlock_t thing;

void set_up(void)
{
    pthread_rwlock_init(&thing, 0);
}

int main(void)
{
    set_up();
    set_up();
    return 0;
}
