// expect: violated assert line=32
// also: race
// rounds: 2   min-rounds: 2

/* A struct goes by value into a function and comes back: neither the reading nor the writing of it is one step. */
#include <assert.h>
#include <pthread.h>

struct summary {
    long long sum;
    int most, count;
} summary;

struct summary merge(struct summary one, struct summary other) {
    one.sum += other.sum;
    one.count += other.count;
    return one;
}

void *work(void *unused) {
    struct summary own = {5, 0, 1};
    summary = merge(summary, own);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct summary own = {7, 0, 1};
    summary = merge(summary, own);
    pthread_join(thread, 0);
    assert(summary.count == 2 || summary.sum != 12);
    return 0;
}
