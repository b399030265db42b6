// expect: safe

/* A semaphore at its highest value stays there, and says so. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

sem_t full;

int main(void)
{
    int value;
    assert(sem_init(&full, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&full, 0, SEM_VALUE_MAX) == 0);
    errno = 0;
    assert(sem_post(&full) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&full, &value) == 0 && value == SEM_VALUE_MAX);
    assert(sem_wait(&full) == 0 && sem_post(&full) == 0);
    return 0;
}
