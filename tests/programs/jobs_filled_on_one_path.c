// expect: violated pointer line=58
// rounds: 1   min-rounds: 1

/* Some jobs are made without saying what they carry. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*run)(struct job *);
    int value;
    struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *list;
static int sum;

static void add(struct job *job) { sum += job->value; }
static void add_twice(struct job *job) { sum += 2 * job->value; }
static void never(struct job *job) { assert(!job); }
void (*kept)(struct job *) = never;

int __VERIFIER_nondet_int(void);

static struct job *make(void (*run)(struct job *), int value)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct job *job = malloc(sizeof *job);
    if (value != 1 || !__VERIFIER_nondet_int())
        job->run = run;
    job->value = value;
    return job;
}

static int submit(void (*run)(struct job *), int value)
{
    struct job *job = make(run, value);
    if (!job)
        return -1;
    pthread_mutex_lock(&lock);
    job->next = list;
    list = job;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *work(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        struct job *job = list;
        if (job)
            list = job->next;
        pthread_mutex_unlock(&lock);
        if (job)
            job->run(job);
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    submit(add, 1);
    submit(add_twice, 2);
    pthread_join(worker, 0);
    assert(sum <= 5);
    return 0;
}
