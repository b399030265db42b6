// expect: violated assert line=30
// also: race
// rounds: 3   min-rounds: 3

/* A thread may use the parameters of the function that started it, numbers and structures. */
#include <assert.h>
#include <pthread.h>

struct options {
    int limit, step;
};

struct view {
    struct options *options;
    int *from;
};

void *work(void *argument) {
    struct view *view = argument;
    *view->from += view->options->step;
    view->options->limit++;
    return 0;
}

int run(struct options options, int from) {
    struct view view = {&options, &from};
    pthread_t thread;
    pthread_create(&thread, 0, work, &view);
    from += options.step, options.limit++;
    assert((pthread_join(thread, 0), from == 4) || options.limit == 12);
    return from;
}

int main(void) {
    struct options options = {10, 2};
    return run(options, 0);
}
