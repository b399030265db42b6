// expect: safe
// rounds: 3   unwind: 4
/* The loops end because of what is assumed of the number of items; four iterations are all there can be. */
#include <assert.h>
#include <pthread.h>

int items[4], count, sum;
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *fill(void *arg) {
    for (int index = 0; index < count; index++)
        items[index] = index + 1;
    return arg;
}

int main(void) {
    pthread_t filler;
    count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 0);
    __VERIFIER_assume(count <= 4);
    pthread_create(&filler, 0, fill, 0);
    pthread_join(filler, 0);
    for (int index = 0; index < count; index++)
        sum += items[index];
    assert(sum == count * (count + 1) / 2);
    return 0;
}
