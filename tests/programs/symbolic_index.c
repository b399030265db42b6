// expect: violated assert line=19
// also: race
// rounds: 2   min-rounds: 2

/* Which slot the second thread overwrites is input; it hits the one the first has just checked. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int slots[4];

void *owner(void *arg) {
    unsigned mine = __VERIFIER_nondet_uint();
    __VERIFIER_assume(mine < 4);
    if (slots[mine] == 0) {
        slots[mine] = 1;
        assert(slots[mine] == 1);
    }
    return NULL;
}

void *intruder(void *arg) {
    unsigned any = __VERIFIER_nondet_uint();
    __VERIFIER_assume(any < 4 && any != 0);
    slots[any] = 2;
    return NULL;
}

int main(void) {
    pthread_t o, i;
    pthread_create(&o, NULL, owner, NULL);
    pthread_create(&i, NULL, intruder, NULL);
    pthread_exit(NULL);
}
