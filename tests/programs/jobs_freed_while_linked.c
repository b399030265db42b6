// expect: violated pointer line=61
// rounds: 2   min-rounds: 2

/* The job that is taken out and freed stays linked if another one comes before it. */
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

static void insert(void (*run)(struct job *), int value)
{
    struct job *job = malloc(sizeof *job);
    job->run = run;
    job->value = value;
    pthread_mutex_lock(&lock);
    struct job **link = &list;
    if (*link && (*link)->value < value)
        link = &(*link)->next;
    job->next = *link;
    *link = job;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    insert(add, 1);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    insert(add_twice, 2);
    pthread_mutex_lock(&lock);
    struct job **link = &list;
    if ((*link)->value == 1)
        link = &(*link)->next;
    struct job *job = *link;
    if (link == &list)
        list = job->next;
    pthread_mutex_unlock(&lock);
    job->run(job);
    free(job);
    pthread_join(worker, 0);
    for (struct job *left = list; left; left = left->next)
        left->run(left);
    assert(sum == 5);
    return 0;
}
