// expect: violated api line=11
// min-rounds: 1

/* There is no static initialiser for barriers. */
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_wait(&barrier);
    return 0;
}
