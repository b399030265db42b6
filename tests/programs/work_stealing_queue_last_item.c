// expect: violated assert line=30
// also: race
// rounds: 2   min-rounds: 2

/* Nobody settles who gets the last item. */
#include <assert.h>
#include <pthread.h>

int head, tail;
int taken;

static void consume(void) {
    taken++;
}

static void take(void) {
    int last = tail - 1;
    tail = last;
    if (head <= last)
        consume();
    else
        tail = last + 1;
}

void *thief(void *arg) {
    int first = head;
    if (first < tail) {
        head = first + 1;
        consume();
        assert(taken == 1);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    tail = 1;
    pthread_create(&t, NULL, thief, NULL);
    take();
    pthread_join(t, NULL);
    return 0;
}
