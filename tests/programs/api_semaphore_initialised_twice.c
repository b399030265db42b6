// expect: violated api line=13
// min-rounds: 1

/* To initialise is no way to reset: a thread may wait for it. */
#include <semaphore.h>

sem_t tokens;

int main(void)
{
    sem_init(&tokens, 0, 2);
    sem_wait(&tokens);
    sem_init(&tokens, 0, 2);
    return 0;
}
