// expect: no-violation
// rounds: 3

/* Every thread has its own, with the initial value, by each of its names; nothing another thread does shows. */
#include <assert.h>
#include <pthread.h>

_Thread_local int counter = 5;
static __thread int table[2] = {1, 2};
extern __thread int declared;
__thread int declared;

int next(void) {
    static _Thread_local int calls;
    return ++calls;
}

void *work(void *unused) {
    assert(counter == 5 && table[1] == 2 && declared == 0);
    counter++;
    table[1] = 7;
    declared = 1;
    int *own = &counter;
    *own += 1;
    assert(counter == 7 && table[1] == 7 && declared == 1 && next() == 1 && next() == 2);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(counter == 7 && next() == 3);
    return 0;
}
