// expect: violated assert line=25
// also: race
// rounds: 2   min-rounds: 2

/* `++` of a bit-field writes its neighbour as it was when the word was read. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned state : 2, priority : 3;
} job;

void *work(void *unused) {
    job.state = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    job.priority = 1;
    pthread_create(&thread, 0, work, 0);
    if (job.priority < 7)
        job.priority++;
    pthread_join(thread, 0);
    assert(job.state == 2);
    return 0;
}
