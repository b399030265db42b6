// expect: safe

/* What is written to a job before it is linked to the last one is known to whoever calls what it carries. */
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

static struct job **tail = &list;

static void submit(void (*run)(struct job *), int value)
{
    struct job *job = malloc(sizeof *job);
    job->run = run;
    job->value = value;
    job->next = 0;
    pthread_mutex_lock(&lock);
    *tail = job;
    tail = &job->next;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        struct job *job = list;
        if (job) {
            list = job->next;
            if (!list)
                tail = &list;
        }
        pthread_mutex_unlock(&lock);
        if (job) {
            job->run(job);
            free(job);
        }
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
    assert(sum == 0 || sum == 1 || sum == 5);
    return 0;
}
