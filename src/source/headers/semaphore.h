#ifndef BMC_SEMAPHORE_H
#define BMC_SEMAPHORE_H

#include <time.h>

typedef struct {
    unsigned int value;
    unsigned int stage;
    /* As large as glibc's. */
#ifdef __LP64__
    long fill[3];
#else
    long fill[2];
#endif
} sem_t;

#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647

int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *time);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);

#endif
