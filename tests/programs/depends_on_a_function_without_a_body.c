// expect: violated assert line=24
// min-rounds: 2
// names: depends on ["measure"]

// What measure returns decides whether the assertion holds; what report returns does not.

#include <assert.h>
#include <pthread.h>

int measure(void);
int report(int level);
int last;

void *watch(void *arg) {
    report(1);
    last = measure();
    return 0;
}

int main(void) {
    pthread_t watcher;
    pthread_create(&watcher, 0, watch, 0);
    pthread_join(watcher, 0);
    assert(last != 7);
    return 0;
}
