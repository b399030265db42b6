// expect: safe

/* Whoever opens the name gets the same semaphore; what the flags forbid is refused. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int data;

void *worker(void *unused)
{
    sem_t *ready = sem_open("/bmc-conc-ready", 0);
    data = 1;
    sem_post(ready);
    sem_close(ready);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_unlink("/bmc-conc-ready");
    sem_unlink("/bmc-conc-other");
    assert(sem_open("/bmc-conc-ready", 0) == SEM_FAILED && errno == ENOENT);
    sem_t *ready = sem_open("/bmc-conc-ready", O_CREAT, 0600, 0);
    assert(ready != SEM_FAILED && sem_trywait(ready) == -1 && errno == EAGAIN);
    assert(sem_open("/bmc-conc-ready", O_CREAT | O_EXCL, 0600, 7) == SEM_FAILED && errno == EEXIST);
    sem_t *other = sem_open("/bmc-conc-other", O_CREAT, 0600, 2);
    assert(other != ready && sem_wait(other) == 0 && sem_trywait(other) == 0 && sem_trywait(other) == -1);
    assert(sem_open("/bmc-conc-other", O_CREAT, 0600, 7) == other && sem_trywait(other) == -1);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(ready);
    assert(data == 1);
    pthread_join(thread, 0);
    assert(sem_unlink("/bmc-conc-ready") == 0 && sem_unlink("/bmc-conc-ready") == -1 && errno == ENOENT);
    assert(sem_post(ready) == 0 && sem_close(ready) == 0);
    sem_close(other);
    sem_close(other);
    sem_unlink("/bmc-conc-other");
    return 0;
}
