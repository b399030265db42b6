// expect: violated assert line=31
// also: race
// rounds: 2   min-rounds: 2

/* Which operation runs is decided by a table that another thread changes. */
#include <assert.h>
#include <pthread.h>

typedef int (*operation)(int, int);

static int add(int a, int b) {
    return a + b;
}

static int subtract(int a, int b) {
    return a - b;
}

operation table[2] = {add, subtract};

void *rotate(void *arg) {
    operation first = table[0];
    table[0] = table[1];
    table[1] = first;
    return NULL;
}

void *compute(void *arg) {
    int before = table[0](5, 3);
    int after = table[0](5, 3);
    assert(before == after);
    return NULL;
}

int main(void) {
    pthread_t r, c;
    void *(*start)(void *) = rotate;
    pthread_create(&r, NULL, start, NULL);
    start = compute;
    pthread_create(&c, NULL, start, NULL);
    pthread_exit(NULL);
}
