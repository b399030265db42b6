// expect: safe
// options: --check race

/* Fields that lie side by side are different places in memory. */
#include <pthread.h>

static struct {
    char left;
    char right;
    short bits;
    short more;
} pair;

static void *go_left(void *arg) {
    pair.left = 1;
    pair.bits = 1;
    return arg;
}

static void *go_right(void *arg) {
    pair.right = 1;
    pair.more = 1;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, go_left, 0);
    pthread_create(&second, 0, go_right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
