// expect: violated api line=12
// min-rounds: 1

/* The attributes are zeros, which is not what pthread_mutexattr_init makes. */
#include <pthread.h>

pthread_mutexattr_t recursive;
pthread_mutex_t lock;

int main(void)
{
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    return 0;
}
