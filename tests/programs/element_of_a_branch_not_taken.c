// expect: violated assert line=39
// also: race
// rounds: 2   min-rounds: 1
/*
 * The reader looks at an element only if it is one of the first four, which hold small numbers. Where it does not
 * look, its index may still be that of a large one.
 */
#include <assert.h>
#include <pthread.h>

int a[6];
_Atomic unsigned at;
_Atomic int wrote;

extern unsigned __VERIFIER_nondet_uint(void);

static void *move(void *arg) {
    at = __VERIFIER_nondet_uint();
    return arg;
}

static void *writer(void *arg) {
    unsigned i = at;
    if (i < 4)
        a[i] = 1;
    else if (i < 6) {
        a[i] = 20;
        wrote = 1;
    }
    return arg;
}

static void *reader(void *arg) {
    int before = wrote;
    unsigned i = at;
    int small = 0;
    if (i < 4)
        small = a[i];
    assert(!before || i != 5 || small != 0);
    return arg;
}

int main(void) {
    pthread_t id[3];
    pthread_create(&id[0], 0, move, 0);
    pthread_create(&id[1], 0, writer, 0);
    pthread_create(&id[2], 0, reader, 0);
    unsigned i = at;
    return i < 6 ? a[i] : 0;
}
