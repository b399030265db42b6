// expect: violated assert line=199 line=200 line=202
// also: race
// rounds: 3   unwind: 3

/* A work queue of malloc'd jobs with function pointers, results and destructors. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKERS 2

struct job;
typedef int (*job_fn)(struct job *job);

struct job {
    job_fn execute;
    void (*destroy)(struct job *job);
    int priority;
    char *payload;
    struct job *next;
};

struct work_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job *jobs;
    bool shutdown;
    int completed;
    int failed;
    long total;
};

static int queue_init(struct work_queue *queue)
{
    memset(queue, 0, sizeof *queue);
    if (pthread_mutex_init(&queue->lock, NULL) != 0)
        return -1;
    if (pthread_cond_init(&queue->changed, NULL) != 0) {
        pthread_mutex_destroy(&queue->lock);
        return -1;
    }
    return 0;
}

static void queue_destroy(struct work_queue *queue)
{
    while (queue->jobs) {
        struct job *job = queue->jobs;

        queue->jobs = job->next;
        job->destroy(job);
    }
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

/* Highest priority first, first come first served among equals. */
static int queue_put(struct work_queue *queue, struct job *job)
{
    struct job **place;

    pthread_mutex_lock(&queue->lock);
    if (queue->shutdown) {
        pthread_mutex_unlock(&queue->lock);
        return -1;
    }
    place = &queue->jobs;
    while (*place && (*place)->priority >= job->priority)
        place = &(*place)->next;
    job->next = *place;
    *place = job;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return 0;
}

static struct job *queue_take(struct work_queue *queue)
{
    struct job *job;

    pthread_mutex_lock(&queue->lock);
    if (!queue->jobs && !queue->shutdown)
        pthread_cond_wait(&queue->changed, &queue->lock);
    job = queue->jobs;
    if (job)
        queue->jobs = job->next;
    pthread_mutex_unlock(&queue->lock);
    return job;
}

static void queue_shutdown(struct work_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->shutdown = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

static void *worker(void *arg)
{
    struct work_queue *queue = arg;
    struct job *job;

    while ((job = queue_take(queue)) != NULL) {
        int result = job->execute(job);

        job->destroy(job);
        if (result < 0) {
            queue->failed++;
        } else {
            queue->completed++;
            queue->total += result;
        }
    }
    return NULL;
}

static void job_free(struct job *job)
{
    free(job->payload);
    free(job);
}

static int job_length(struct job *job)
{
    return (int)strlen(job->payload);
}

static int job_number(struct job *job)
{
    char *end;
    long value = strtol(job->payload, &end, 10);

    if (end == job->payload || *end != '\0' || value < 0 || value > 1000)
        return -1;
    return (int)value;
}

static struct job *job_new(job_fn execute, int priority, const char *payload)
{
    struct job *job = malloc(sizeof *job);
    size_t size = strlen(payload) + 1;

    if (!job)
        return NULL;
    job->payload = malloc(size);
    if (!job->payload) {
        free(job);
        return NULL;
    }
    memcpy(job->payload, payload, size);
    job->execute = execute;
    job->destroy = job_free;
    job->priority = priority;
    job->next = NULL;
    return job;
}

static int post(struct work_queue *queue, job_fn execute, int priority, const char *payload)
{
    struct job *job = job_new(execute, priority, payload);

    if (!job)
        return -1;
    if (queue_put(queue, job) != 0) {
        job->destroy(job);
        return -1;
    }
    return 0;
}

int main(void)
{
    struct work_queue queue;
    pthread_t threads[WORKERS];
    int started = 0;
    int posted = 0;

    if (queue_init(&queue) != 0)
        return EXIT_FAILURE;
    while (started < WORKERS) {
        if (pthread_create(&threads[started], NULL, worker, &queue) != 0) {
            perror("pthread_create");
            break;
        }
        started++;
    }
    if (started > 0) {
        posted += post(&queue, job_length, 1, "hello") == 0;
        posted += post(&queue, job_number, 2, "37") == 0;
        posted += post(&queue, job_number, 0, "x") == 0;
    }
    queue_shutdown(&queue);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    assert(queue.jobs == NULL);
    assert(queue.completed + queue.failed == posted);
    if (posted == 3) {
        assert(queue.total == 42);
        assert(queue.failed == 1);
    }
    printf("%d completed, %d failed, total %ld\n", queue.completed, queue.failed, queue.total);
    queue_destroy(&queue);
    return posted == 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
