// expect: violated assert line=29
// also: race
// rounds: 3   min-rounds: 3

/* Both threads see the other's write when their parts alternate. */
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
    assert(!(seen_x == 1 && seen_y == 1));
    return 0;
}
