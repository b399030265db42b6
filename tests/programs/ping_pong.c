// expect: violated assert line=27
// also: race
// rounds: 4   min-rounds: 4

/* Two threads pass a ball; the eighth touch is in the fourth round. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int ball;

static void hit(int expected) {
    __VERIFIER_assume(ball == expected);
    ball = expected + 1;
}

void *ping(void *arg) {
    for (int i = 0; i < 4; i++)
        hit(2 * i);
    return NULL;
}

void *pong(void *arg) {
    for (int i = 0; i < 4; i++)
        hit(2 * i + 1);
    assert(ball != 8);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, ping, NULL);
    pthread_create(&b, NULL, pong, NULL);
    pthread_exit(NULL);
}
