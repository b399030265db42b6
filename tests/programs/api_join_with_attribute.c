// expect: safe

/* Other attributes do not matter to a join. */
#include <assert.h>
#include <pthread.h>

int done;

void *worker(void *unused)
{
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int state;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_create(&thread, &attributes, worker, 0);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, 0);
    assert(done);
    return 0;
}
