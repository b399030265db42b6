// expect: violated assert
// also: race
// rounds: 3   unwind: 1   min-rounds: 3

/* The second thread does not wait for the first one to leave. */
#include <assert.h>
#include <pthread.h>

int flag_a, flag_b;
int owner;

void *thread_a(void *arg) {
    flag_a = 1;
    while (flag_b >= 3)
        ;
    flag_a = 3;
    if (flag_b == 1) {
        flag_a = 2;
        while (flag_b != 4)
            ;
    }
    flag_a = 4;
    owner = 1;
    assert(owner == 1);
    flag_a = 0;
    return NULL;
}

void *thread_b(void *arg) {
    flag_b = 1;
    while (flag_a >= 3)
        ;
    flag_b = 3;
    if (flag_a == 1) {
        flag_b = 2;
        while (flag_a != 4)
            ;
    }
    flag_b = 4;
    owner = 2;
    assert(owner == 2);
    flag_b = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread_a, NULL);
    pthread_create(&b, NULL, thread_b, NULL);
    pthread_exit(NULL);
}
