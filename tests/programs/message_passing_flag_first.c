// expect: violated assert line=18
// also: race
// rounds: 1   min-rounds: 1

#include <assert.h>
#include <pthread.h>

int data, ready;

void *sender(void *arg) {
    ready = 1;
    data = 42;
    return NULL;
}

void *receiver(void *arg) {
    if (ready)
        assert(data == 42);
    return NULL;
}

int main(void) {
    pthread_t s, r;
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
