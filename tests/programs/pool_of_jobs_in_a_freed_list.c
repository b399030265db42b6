// expect: violated pointer line=34
// also: deadlock race
// rounds: 2   unwind: 3   min-rounds: 2

/* The worker leaves the pointer to the last link in a job that it frees; the next job is linked to that one. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*run)(struct job *);
    int value;
    struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct job *head;
static struct job **tail = &head;
static int sum;

static void add(struct job *job) { sum += job->value; }
static void add_twice(struct job *job) { sum += 2 * job->value; }

static void submit(void (*run)(struct job *), int value)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        abort();
    job->run = run;
    job->value = value;
    job->next = 0;
    pthread_mutex_lock(&lock);
    *tail = job;
    tail = &job->next;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (!head)
            pthread_cond_wait(&more, &lock);
        struct job *job = head;
        head = job->next;
        pthread_mutex_unlock(&lock);
        job->run(job);
        free(job);
    }
    return 0;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    submit(add, 1);
    submit(add_twice, 2);
    pthread_join(worker, 0);
    assert(sum == 5);
    return 0;
}
