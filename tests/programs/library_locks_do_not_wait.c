// expect: safe

/* The forms that try or wait only for a time, by one thread: each says why it got nothing. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t lock;
pthread_spinlock_t spin;
sem_t semaphore;

int main(void) {
    struct timespec soon = {0, 0};
    int value = -1;

    assert(pthread_mutex_trylock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &soon) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    assert(pthread_mutex_timedlock(&mutex, &soon) == 0 && pthread_mutex_trylock(&mutex) == EBUSY);

    /* Whatever was there before, an initialised lock is free. */
    memset(&lock, 0xff, sizeof lock);
    pthread_rwlock_init(&lock, 0);
    assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_timedrdlock(&lock, &soon) != 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == 0 && pthread_rwlock_trywrlock(&lock) == EBUSY);

    spin = 78;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY);
    pthread_spin_unlock(&spin);
    assert(pthread_spin_trylock(&spin) == 0);
    pthread_spin_unlock(&spin);
    pthread_spin_lock(&spin);
    assert(pthread_spin_trylock(&spin) == EBUSY);

    sem_init(&semaphore, 0, 2);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
    assert(sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
    errno = 0;
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
    sem_post(&semaphore);
    assert(sem_timedwait(&semaphore, &soon) == 0);
    return 0;
}
