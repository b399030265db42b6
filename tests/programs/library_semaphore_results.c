// expect: safe

/* What the calls of a semaphore return, and what it counts. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

sem_t few, many;

int main(void)
{
    int value;
    struct timespec time = { 1, 0 };
    assert(sem_init(&few, 0, 1) == 0);
    assert(sem_trywait(&few) == 0);
    assert(sem_trywait(&few) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&few, &time) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&few) == 0 && sem_post(&few) == 0);
    assert(sem_getvalue(&few, &value) == 0 && value == 2);
    assert(sem_wait(&few) == 0);
    assert(sem_getvalue(&few, &value) == 0 && value == 1);
    assert(sem_destroy(&few) == 0);
    assert(sem_init(&many, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&many, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&many) == -1 && errno == EOVERFLOW);
    return 0;
}
