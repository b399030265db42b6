// expect: violated assert line=33
// also: race
// rounds: 2   min-rounds: 2

/* Of two functions one is a single step; the other is not, by its name. */
#include <assert.h>
#include <pthread.h>

int a, b;

void both(int value) {
    a = value;
    b = value;
}

void __VERIFIER_not_atomic_write(int value) {
    both(value);
}

int __VERIFIER_atomic_agree() {
    return a == b;
}

void *writer(void *unused) {
    __VERIFIER_not_atomic_write(1);
    __VERIFIER_not_atomic_write(2);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    assert(__VERIFIER_atomic_agree());
    return 0;
}
