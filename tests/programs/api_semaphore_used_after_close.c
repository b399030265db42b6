// expect: violated api line=12
// min-rounds: 1

/* A semaphore that nobody has open any more can be opened again, but not used. */
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *ready = sem_open("/ready", O_CREAT, 0600, 0);
    sem_close(ready);
    sem_post(ready);
    return 0;
}
