// expect: violated api line=11
// min-rounds: 1

/* A semaphore that begins as zeros has not been initialised: there is no initialiser but sem_init. */
#include <semaphore.h>

sem_t ready;

int main(void)
{
    sem_post(&ready);
    return 0;
}
