// expect: safe
// rounds: 3
// options: --check assert,memory,api

/* abort is the program's own way to stop; it is no violation. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int flag;

void *setter(void *arg) {
    flag = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    if (flag == 0)
        abort();
    assert(flag == 1);
    return 0;
}
