// expect: safe

/* What one thread takes and another gives is a semaphore. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t gate;
int done;

void *worker(void *unused)
{
    done = 1;
    sem_post(&gate);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&gate, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(&gate);
    assert(done);
    pthread_join(thread, 0);
    sem_destroy(&gate);
    return 0;
}
