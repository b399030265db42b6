// expect: bounded
// rounds: 2   unwind: 2
// names: No thread besides main starts within these bounds: main stops at loop main.0 beyond 2 iterations

// The table has to be made before the threads can race for it. What is cut off is the beginning.

#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int table[64];

void *work(void *arg) {
    table[0]++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    int wanted = __VERIFIER_nondet_int();
    int length = wanted < 20 || wanted > 64 ? 20 : wanted;
    for (int i = 0; i < length; i++)
        table[i] = i;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
