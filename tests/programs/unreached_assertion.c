// expect: bounded
// rounds: 1   unwind: 2
// names: An assertion is never reached within these bounds

// The second assertion comes after more iterations than are looked at.

#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int sum;

void *work(void *arg) {
    int count = 0;
    assert(sum == 0);
    while (1) {
        if (__VERIFIER_nondet_int())
            break;
        count++;
    }
    while (count > 0) {
        count--;
        if (count == 4)
            assert(sum == 1);
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    return 0;
}
