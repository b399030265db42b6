// expect: safe
// options: --check assert,memory,api

/* So few shared steps that every schedule fits in a few rounds. */
#include <assert.h>
#include <pthread.h>

int flag;

void *raise_flag(void *arg) {
    flag = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, raise_flag, NULL);
    int early = flag;
    assert(early == 0 || early == 1);
    pthread_join(t, NULL);
    assert(flag == 1);
    return 0;
}
