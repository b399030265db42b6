// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* The others live on after pthread_exit in main, and can even join it. */
#include <assert.h>
#include <pthread.h>

pthread_t main_thread;

void *survivor(void *arg) {
    pthread_join(main_thread, NULL);
    assert(0);
    return NULL;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, survivor, NULL);
    pthread_exit(NULL);
}
