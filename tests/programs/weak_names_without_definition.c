// expect: safe
// data-models: both

/* What is weak and nowhere defined is null; defined, it is like any other. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

__attribute__((weak)) void trace(const char *text);
extern int level __attribute__((weak));
extern int levels[] __attribute__((weak));
__attribute__((weak)) int count(void) { return 3; }
int limit __attribute__((weak)) = 5;
int (*const counter)(void) = count;
void (*tracer)(const char *) = trace;
/* A model of the library defines it. */
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));

void *worker(void *arg) {
    if (trace)
        trace("begins");
    if (&level && level > 1)
        limit = 0;
    return 0;
}

int main(void) {
    extern void later(void) __attribute__((weak));
    pthread_t id;
    assert(later == NULL && tracer == NULL && levels == NULL && !trace);
    if (pthread_create) {
        pthread_create(&id, 0, worker, 0);
        pthread_join(id, 0);
    }
    assert(count && count() == 3 && counter() == 3 && &limit && limit == 5);
    return 0;
}
