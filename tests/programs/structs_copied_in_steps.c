// expect: violated assert line=23
// also: race
// rounds: 2   min-rounds: 2

/* The assignment of a struct is not one step: another thread sees half of it. */
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
} shared, ones = {1, 1};

void *work(void *unused) {
    shared = ones;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct pair seen = {0, 0};
    seen.b = shared.b, seen.a = shared.a;
    assert(seen.a == seen.b);
    return 0;
}
