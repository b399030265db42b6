// expect: bounded
// rounds: 3   unwind: 2
// options: --check assert,memory,api

/* Szymanski's algorithm for two threads. */
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
    while (1) {
        int other = flag_b;
        if (other < 2 || other > 3)
            break;
    }
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
    while (flag_a >= 2)
        ;
    owner = 2;
    assert(owner == 2);
    flag_b = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread_a, NULL);
    pthread_create(&b, NULL, thread_b, NULL);
    return 0;
}
