// expect: violated pointer line=15
// also: race
// rounds: 1   min-rounds: 1

/* Whether the function is there is found out too late. */
#include <pthread.h>
#include <stddef.h>

__attribute__((weak)) void notify(void);
int is_there = 1, asked;

void *worker(void *arg) {
    asked = 1;
    if (is_there)
        notify();
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    if (!asked)
        return 0;
    is_there = notify != NULL;
    pthread_join(id, 0);
    return 0;
}
