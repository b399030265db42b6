// expect: violated assert line=37
// also: race
// min-rounds: 11

// Two threads count in turns: with every round each of them comes one step further. Without bounds on the command line
// the search goes on as long as there is time, not to some number of rounds.

#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int turn;

void *even(void *unused) {
    for (int i = 0; i < 20; i += 2) {
        __VERIFIER_assume(turn == i);
        turn = i + 1;
    }
    return 0;
}

void *odd(void *unused) {
    for (int i = 1; i < 20; i += 2) {
        __VERIFIER_assume(turn == i);
        turn = i + 1;
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, even, 0);
    pthread_create(&second, 0, odd, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(turn != 20);
    return 0;
}
