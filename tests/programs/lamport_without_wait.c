// expect: violated assert line=50
// also: race
// rounds: 2   unwind: 2   min-rounds: 2

/* The slow path of Lamport's algorithm without waiting for the other thread's `busy` flag. */
#include <assert.h>
#include <pthread.h>

int x, y;
int busy[3];
int owner;

static void enter(int me) {
restart:
    busy[me] = 1;
    x = me;
    if (y != 0) {
        busy[me] = 0;
        while (y != 0)
            ;
        goto restart;
    }
    y = me;
    if (x != me) {
        busy[me] = 0;
        if (y != me) {
            while (y != 0)
                ;
            goto restart;
        }
    }
}

static void leave(int me) {
    y = 0;
    busy[me] = 0;
}

void *one(void *arg) {
    enter(1);
    owner = 1;
    assert(owner == 1);
    leave(1);
    return NULL;
}

void *two(void *arg) {
    enter(2);
    owner = 2;
    assert(owner == 2);
    leave(2);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
