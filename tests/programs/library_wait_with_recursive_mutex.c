// expect: safe
// options: --check deadlock,api

/* Locked once, a recursive mutex is as good as any other for a wait. */
#include <pthread.h>

pthread_mutex_t lock;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void wait_until_ready(void)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

void *setter(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&thread, 0, setter, 0);
    wait_until_ready();
    pthread_join(thread, 0);
    return 0;
}
