// expect: bounded
// rounds: 3   unwind: 2
// options: --check assert,memory,api

#include <assert.h>
#include <pthread.h>

int wants[2];
int turn;
int inside;

void *left(void *arg) {
    wants[0] = 1;
    turn = 1;
    while (wants[1] == 1 && turn == 1)
        ;
    inside = 0;
    assert(inside == 0);
    wants[0] = 0;
    return NULL;
}

void *right(void *arg) {
    wants[1] = 1;
    turn = 0;
    while (wants[0] == 1 && turn == 0)
        ;
    inside = 1;
    assert(inside == 1);
    wants[1] = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
