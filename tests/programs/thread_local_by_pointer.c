// expect: violated assert line=26
// also: race
// rounds: 2   min-rounds: 2

/* A pointer reaches the variable of the thread that took the address. */
#include <assert.h>
#include <pthread.h>

__thread int own = 1;
int *of_main;

void *work(void *unused) {
    assert(of_main != &own && own == 1);
    *of_main = 2;
    assert(own == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    of_main = &own;
    pthread_create(&thread, 0, work, 0);
    int before = own;
    pthread_join(thread, 0);
    assert(own == 2);
    assert(before == 1);
    return 0;
}
