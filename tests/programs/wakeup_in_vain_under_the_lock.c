// expect: safe
// rounds: 6   unwind: 2
// options: --check deadlock
/* The same with the lock: who is woken without a signal holds it until it waits again. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int waits;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    waits = 1;
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, waiter, 0);
    pthread_mutex_lock(&m);
    int is_waiting = waits;
    pthread_mutex_unlock(&m);
    if (!is_waiting)
        return 0;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(id, 0);
    return 0;
}
