// expect: safe
// rounds: 4
// options: --check assert,memory,api

/* With sequentially consistent memory at least one thread sees the other's write. */
#include <assert.h>
#include <pthread.h>

int x, y, seen_x, seen_y;

void *left(void *arg) {
    x = 1;
    seen_y = y;
    return NULL;
}

void *right(void *arg) {
    y = 1;
    seen_x = x;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen_x == 1 || seen_y == 1);
    return 0;
}
