/* Thread-specific values, and their destructors, which run when a thread other than main ends. */
#include "bmc.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#define MOST_KEYS 16

#define IS_USABLE "the key has been created and not deleted"

static unsigned int next_key;
static unsigned char stages[MOST_KEYS];
static void (*destructors[MOST_KEYS])(void *);
static _Thread_local void *values[MOST_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __bmc_atomic_begin();
    unsigned int number = next_key;
    next_key = number + 1;
    if (number < MOST_KEYS) {
        destructors[number] = destructor;
        stages[number] = BMC_INITIALISED;
    }
    __bmc_atomic_end();
    __bmc_limit(number < MOST_KEYS, "a program with more than 16 keys");
    *key = number;
    return 0;
}

/* POSIX leaves open what happens without a key; with glibc it is an error that the call reports. */
static _Bool is_live_key(pthread_key_t key)
{
    if (key >= MOST_KEYS)
        return 0;
    __bmc_atomic_begin();
    _Bool usable = stages[key] == BMC_INITIALISED;
    __bmc_atomic_end();
    return usable;
}

/* Keys are not used again. */
int pthread_key_delete(pthread_key_t key)
{
    _Bool usable = is_live_key(key);
    __bmc_require(usable, IS_USABLE);
    if (!usable)
        return EINVAL;
    __bmc_atomic_begin();
    stages[key] = BMC_DESTROYED;
    destructors[key] = 0;
    __bmc_atomic_end();
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    _Bool usable = is_live_key(key);
    __bmc_require(usable, IS_USABLE);
    return usable ? values[key] : (void *)0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    _Bool usable = is_live_key(key);
    __bmc_require(usable, IS_USABLE);
    if (!usable)
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}

/* A destructor may set values again, so there are several rounds, as many as POSIX promises. */
void __bmc_destroy_values(void)
{
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        _Bool again = 0;
        for (unsigned int key = 0; key < MOST_KEYS; key++) {
            void *value = values[key];
            if (!value)
                continue;
            __bmc_atomic_begin();
            void (*destructor)(void *) = destructors[key];
            __bmc_atomic_end();
            if (!destructor)
                continue;
            values[key] = 0;
            destructor(value);
            again = 1;
        }
        if (!again)
            break;
    }
}
