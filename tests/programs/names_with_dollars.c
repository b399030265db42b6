// expect: violated assert line=19
// also: race
// rounds: 2   min-rounds: 2

/* gcc takes $ as a letter. */
#include <assert.h>
#include <pthread.h>

int shared$count, $;

void *increment$one(void *arg$) {
    shared$count++;
    return arg$;
}

int main(void) {
    pthread_t t$;
    pthread_create(&t$, 0, increment$one, 0);
    assert(shared$count + $ == 0);
    return 0;
}
