// expect: bounded
// rounds: 3   unwind: 2
// options: --check assert,memory,api

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

bool wants_a, wants_b;
int turn = 0;
int owner;

void *thread_a(void *arg) {
    wants_a = true;
    while (wants_b) {
        if (turn != 0) {
            wants_a = false;
            while (turn != 0) {
            }
            wants_a = true;
        }
    }
    owner = 1;
    assert(owner == 1);
    turn = 1;
    wants_a = false;
    return 0;
}

void *thread_b(void *arg) {
    wants_b = true;
    while (wants_a) {
        if (turn != 1) {
            wants_b = false;
            while (turn != 1) {
            }
            wants_b = true;
        }
    }
    owner = 2;
    assert(owner == 2);
    turn = 0;
    wants_b = false;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread_a, 0);
    pthread_create(&b, 0, thread_b, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
