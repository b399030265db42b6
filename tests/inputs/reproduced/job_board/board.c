/* A job board: structures of structures by value, flexible arrays, nested literals, timed condition waits. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct point { short x, y; };
struct box { struct point from, to; char label[6]; };
struct job {
    struct box box;
    unsigned state : 2, priority : 3, : 0;
    unsigned char tries;
    int64_t cost;
};
struct board {
    int count;
    struct job jobs[2];
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

enum { NEW, TAKEN, DONE };

static struct board board = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
    .jobs = { [1] = { .box = { .label = "zero" } } },
};

static struct point middle(struct box box)
{
    return (struct point){ (short)((box.from.x + box.to.x) / 2), (short)((box.from.y + box.to.y) / 2) };
}

static int64_t cost_of(struct box box)
{
    struct point at = middle(box);
    return (int64_t)at.x * at.y + (int64_t)strlen(box.label);
}

static void post(int x, int y, const char *label)
{
    struct job job = { .box = { { (short)x, (short)y }, { (short)(x + 2), (short)(y + 2) }, "" }, .state = NEW };
    strncpy(job.box.label, label, sizeof job.box.label - 1);
    job.cost = cost_of(job.box);
    job.priority = (unsigned)(job.cost % 8);
    pthread_mutex_lock(&board.mutex);
    board.jobs[board.count++] = job;
    pthread_cond_broadcast(&board.changed);
    pthread_mutex_unlock(&board.mutex);
}

static struct job *take(void)
{
    struct timespec limit;
    struct job *best = NULL;
    int status = 0;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1;
    pthread_mutex_lock(&board.mutex);
    while (board.count == 0 && status == 0)
        status = pthread_cond_timedwait(&board.changed, &board.mutex, &limit);
    if (status != ETIMEDOUT)
        for (struct job *job = board.jobs; job < board.jobs + board.count; job++)
            if (job->state == NEW && (best == NULL || job->priority > best->priority))
                best = job;
    if (best != NULL)
        best->state = TAKEN;
    pthread_mutex_unlock(&board.mutex);
    return best;
}

static void *worker(void *result)
{
    struct job *job = take();
    if (job == NULL)
        return NULL;
    job->tries++;
    *(struct job *)result = *job;
    job->state = DONE; /* BUG: shares a word with priority, and is not locked */
    return job;
}

static void *promoter(void *unused)
{
    pthread_mutex_lock(&board.mutex);
    for (int i = 0; i < board.count; i++)
        if (board.jobs[i].priority < 7)
            board.jobs[i].priority++;
    pthread_mutex_unlock(&board.mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    struct job results[2];
    memset(results, 0, sizeof results);
    pthread_create(&threads[0], NULL, worker, &results[0]);
    pthread_create(&threads[1], NULL, promoter, NULL);
    post(1, 2, "first");
    void *done;
    pthread_join(threads[0], &done);
    pthread_join(threads[1], NULL);
    if (done) {
        printf("%s %lld\n", results[0].box.label, (long long)results[0].cost);
        assert(((struct job *)done)->state == DONE);
    }
    return 0;
}
