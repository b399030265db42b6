// expect: safe
// rounds: 2   unwind: 3

/* Two threads get pointers into an array that is local to main, with a struct for each. */
#include <assert.h>
#include <pthread.h>

struct job {
    int from, to;
    int sum;
};

void *add_up(void *arg) {
    struct job *job = arg;
    job->sum = 0;
    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return NULL;
}

int main(void) {
    struct job jobs[2] = {{0, 3, 0}, {3, 6, 0}};
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add_up, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(jobs[0].sum == 3);
    assert(jobs[0].sum + jobs[1].sum == 15);
    return 0;
}
