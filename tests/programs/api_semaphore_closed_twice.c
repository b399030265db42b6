// expect: violated api line=12
// min-rounds: 1

/* A semaphore is closed as often as it was opened. */
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *ready = sem_open("/ready", O_CREAT, 0600, 0);
    sem_close(ready);
    sem_close(ready);
    return 0;
}
