// expect: safe
// rounds: 2

/* Returning from main ends the program: nobody sees a world in which main is over. */
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
    return 0;
}
