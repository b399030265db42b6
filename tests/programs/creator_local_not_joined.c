// expect: violated assert line=25
// also: race
// rounds: 1   min-rounds: 1

/* The creator looks at its local before the thread had a chance to write it. */
#include <assert.h>
#include <pthread.h>

struct request {
    int done;
    int answer;
};

void *serve(void *arg) {
    struct request *request = arg;
    request->answer = 42;
    request->done = 1;
    return NULL;
}

int main(void) {
    struct request request = {.done = 0, .answer = -1};
    pthread_t t;
    pthread_create(&t, NULL, serve, &request);
    assert(request.answer == 42);
    pthread_join(t, NULL);
    return 0;
}
