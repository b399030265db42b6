/* Writes to places that are not known: with hundreds of rounds the formula fills any memory. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int cells[32];

void *work(void *arg) {
    for (int i = 0; i < 8; i++)
        cells[__VERIFIER_nondet_int() & 31] += i;
    return 0;
}

int main(void) {
    pthread_t t[6];
    for (int i = 0; i < 6; i++)
        pthread_create(&t[i], 0, work, 0);
    assert(cells[3] != 77);
    return 0;
}
