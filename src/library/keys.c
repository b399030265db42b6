/*
 * Thread-specific values. The destructors of keys are not called when a thread ends.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define MOST_KEYS 16

static unsigned int next_key;
static _Thread_local void *values[MOST_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __bmc_atomic_begin();
    unsigned int number = next_key;
    next_key = number + 1;
    __bmc_atomic_end();
    if (number >= MOST_KEYS)
        return EAGAIN;
    *key = number;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < MOST_KEYS ? values[key] : (void *)0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= MOST_KEYS)
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}
