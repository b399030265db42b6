// expect: violated api line=12
// min-rounds: 1

/* Nobody has initialised the attributes. */
#include <pthread.h>

pthread_rwlock_t lock;

int main(void)
{
    pthread_rwlockattr_t attributes;
    pthread_rwlock_init(&lock, &attributes);
    return 0;
}
