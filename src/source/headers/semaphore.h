#ifndef BMC_SEMAPHORE_H
#define BMC_SEMAPHORE_H

#include <time.h>

typedef struct {
    unsigned int value;
    /* As large as glibc's. */
    long fill[3];
} sem_t;

#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *time);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);

#endif
