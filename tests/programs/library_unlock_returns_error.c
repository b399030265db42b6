// expect: safe

/* Mutexes that know their owner tell others that they may not unlock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t checking, recursive;

void *other(void *unused)
{
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int kind;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attributes);
    assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_gettype(&attributes, &kind);
    assert(kind == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_destroy(&attributes);

    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_lock(&checking) == 0);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_trylock(&checking) == EBUSY);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    return 0;
}
