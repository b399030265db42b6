// expect: violated api line=12
// min-rounds: 1

/* Nobody has initialised the attributes. */
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    pthread_barrierattr_t attributes;
    pthread_barrier_init(&barrier, &attributes, 1);
    return 0;
}
