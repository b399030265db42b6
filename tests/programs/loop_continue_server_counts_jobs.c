// expect: safe
// unwind: 5
// options: --check deadlock --no-spurious-wakeups

// Jobs are taken one by one, so none is lost.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int jobs, served;
void *serve(void *unused) {
    pthread_mutex_lock(&lock);
    while (served < 2) {
        if (jobs == 0) {
            pthread_cond_wait(&filled, &lock);
            continue;
        }
        jobs--;
        served++;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t server;
    pthread_create(&server, 0, serve, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        jobs++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(server, 0);
    return 0;
}
