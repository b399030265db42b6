// expect: violated assert line=25
// min-rounds: 2
// names: depends on []

// Whatever measure returns, the assertion fails.

#include <assert.h>
#include <pthread.h>

int measure(void);
int last, seen;

void *watch(void *arg) {
    last = measure();
    seen = 1;
    return 0;
}

int main(void) {
    pthread_t watcher;
    pthread_create(&watcher, 0, watch, 0);
    pthread_join(watcher, 0);
    if (last > 0)
        seen++;
    assert(seen == 0);
    return 0;
}
