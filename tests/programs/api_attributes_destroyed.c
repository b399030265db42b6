// expect: violated api line=15
// min-rounds: 1

/* The attributes are destroyed too early. */
#include <pthread.h>

pthread_mutex_t lock;

int main(void)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_destroy(&recursive);
    pthread_mutex_init(&lock, &recursive);
    return 0;
}
