// expect: safe
// rounds: 3   unwind: 2
// options: --check assert,memory,api

/* Waiting for the flag makes the answer reliable. */
#include <assert.h>
#include <pthread.h>

struct request {
    volatile int done;
    int answer;
};

void *serve(void *arg) {
    struct request *request = arg;
    request->answer = 42;
    request->done = 1;
    return NULL;
}

int main(void) {
    struct request request = {0};
    pthread_t t;
    pthread_create(&t, NULL, serve, &request);
    while (!request.done)
        ;
    assert(request.answer == 42);
    pthread_join(t, NULL);
    return 0;
}
