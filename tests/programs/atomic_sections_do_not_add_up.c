// expect: violated assert line=24
// rounds: 2   min-rounds: 2

/* Each section is atomic; the pair of them is not. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int balance = 10;

static int look(void) {
    int seen;
    __VERIFIER_atomic_begin();
    seen = balance;
    __VERIFIER_atomic_end();
    return seen;
}

static void withdraw(int amount) {
    __VERIFIER_atomic_begin();
    balance -= amount;
    assert(balance >= 0);
    __VERIFIER_atomic_end();
}

void *customer(void *arg) {
    if (look() >= 7)
        withdraw(7);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
