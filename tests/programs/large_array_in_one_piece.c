// expect: violated assert line=21
// rounds: 2   unwind: 1   min-rounds: 2

// An array with too many elements to be told apart from the beginning: its parts are found as they are used, and
// keep what the initialiser gave them.
#include <assert.h>
#include <pthread.h>

int a[300000] = {[9] = 5, [299999] = 6};

void *worker(void *unused) {
    a[7] = a[7] + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(a[9] == 5 && a[299999] == 6 && a[8] == 0);
    assert(a[7] != 1);
    return 0;
}
