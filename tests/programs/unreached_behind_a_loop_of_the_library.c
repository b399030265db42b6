// expect: bounded
// rounds: 2   unwind: 2
// names: main stops at loop strlen.0 beyond 2 iterations

// How long the text is depends on an input, so the loop is one that the bound on loops cuts off. It is inside of strlen;
// the user's line is the call of it.

#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

char name[32];
int length;

void *work(void *arg) {
    length++;
    return 0;
}

int main(void) {
    pthread_t other;
    int letters = __VERIFIER_nondet_int();
    if (letters < 10 || letters > 20)
        letters = 15;
    memset(name, 'x', 20);
    name[letters] = 0;
    length = (int)strlen(name);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
