// expect: violated assert line=25
// rounds: 2   min-rounds: 2

/* Operators on atomic floats are one step, so what is lost is lost elsewhere. */
#include <assert.h>
#include <pthread.h>

_Atomic float heat;
_Atomic double load = 1;
_Atomic int touched;

void *touch(void *unused) {
    heat += 0.5f;
    load *= 2;
    int before = touched;
    touched = before + 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, touch, 0);
    touch(0);
    pthread_join(thread, 0);
    assert(touched == 2);
    assert(heat == 1 && load == 4);
    return 0;
}
