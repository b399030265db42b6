// expect: violated pointer line=57
// also: race assert
// rounds: 2   unwind: 3

/* A thread pool with a bounded task queue, waiting for idleness and orderly shutdown. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define POOL_THREADS 2
#define POOL_QUEUE 2

typedef void (*task_fn)(void *arg);

struct task {
    task_fn run;
    void *arg;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work_available;
    pthread_cond_t space_available;
    pthread_cond_t idle;
    pthread_t threads[POOL_THREADS];
    int started;
    struct task queue[POOL_QUEUE];
    size_t head;
    size_t count;
    int active;
    bool stopping;
};

static void *pool_worker(void *data)
{
    struct pool *pool = data;

    for (;;) {
        struct task task;

        pthread_mutex_lock(&pool->lock);
        if (pool->count == 0 && !pool->stopping)
            pthread_cond_wait(&pool->work_available, &pool->lock);
        if (pool->stopping && pool->count == 0) {
            pthread_mutex_unlock(&pool->lock);
            break;
        }
        task = pool->queue[pool->head];
        pool->head = (pool->head + 1) % POOL_QUEUE;
        pool->count--;
        pool->active++;
        pthread_cond_signal(&pool->space_available);
        pthread_mutex_unlock(&pool->lock);

        task.run(task.arg);

        pthread_mutex_lock(&pool->lock);
        pool->active--;
        if (pool->active == 0 && pool->count == 0)
            pthread_cond_broadcast(&pool->idle);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

static void pool_shutdown(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_signal(&pool->work_available);
    pthread_cond_broadcast(&pool->space_available);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->threads[i], NULL);
    pool->started = 0;
}

static void pool_destroy(struct pool *pool)
{
    if (!pool)
        return;
    pool_shutdown(pool);
    pthread_cond_destroy(&pool->idle);
    pthread_cond_destroy(&pool->space_available);
    pthread_cond_destroy(&pool->work_available);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static struct pool *pool_create(void)
{
    struct pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        goto no_mutex;
    if (pthread_cond_init(&pool->work_available, NULL) != 0)
        goto no_work;
    if (pthread_cond_init(&pool->space_available, NULL) != 0)
        goto no_space;
    if (pthread_cond_init(&pool->idle, NULL) != 0)
        goto no_idle;
    for (int i = 0; i < POOL_THREADS; i++) {
        if (pthread_create(&pool->threads[i], NULL, pool_worker, pool) != 0) {
            pool_destroy(pool);
            return NULL;
        }
        pool->started++;
    }
    return pool;

no_idle:
    pthread_cond_destroy(&pool->space_available);
no_space:
    pthread_cond_destroy(&pool->work_available);
no_work:
    pthread_mutex_destroy(&pool->lock);
no_mutex:
    free(pool);
    return NULL;
}

static int pool_submit(struct pool *pool, task_fn run, void *arg)
{
    int result = -1;

    pthread_mutex_lock(&pool->lock);
    while (pool->count == POOL_QUEUE && !pool->stopping)
        pthread_cond_wait(&pool->space_available, &pool->lock);
    if (!pool->stopping) {
        size_t tail = (pool->head + pool->count) % POOL_QUEUE;

        pool->queue[tail].run = run;
        pool->queue[tail].arg = arg;
        pool->count++;
        pthread_cond_signal(&pool->work_available);
        result = 0;
    }
    pthread_mutex_unlock(&pool->lock);
    return result;
}

static void pool_wait_idle(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->count > 0 || pool->active > 0)
        pthread_cond_wait(&pool->idle, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

#define PARTS 3

struct part {
    const int *values;
    size_t length;
    int sum;
};

static void sum_part(void *arg)
{
    struct part *part = arg;
    int sum = 0;

    for (size_t i = 0; i < part->length; i++)
        sum += part->values[i];
    part->sum = sum;
}

int main(void)
{
    static const int values[PARTS * 2] = { 1, 2, 3, 4, 5, 6 };
    struct part parts[PARTS];
    struct pool *pool = pool_create();
    int total = 0;

    if (!pool) {
        fprintf(stderr, "cannot create the pool\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < PARTS; i++) {
        parts[i].values = values + 2 * i;
        parts[i].length = 2;
        parts[i].sum = 0;
        if (pool_submit(pool, sum_part, &parts[i]) != 0) {
            pool_destroy(pool);
            return EXIT_FAILURE;
        }
    }
    pool_wait_idle(pool);
    for (int i = 0; i < PARTS; i++)
        total += parts[i].sum;
    assert(total == 21);
    pool_shutdown(pool);
    assert(pool->count == 0);
    assert(pool->active == 0);
    pool_destroy(pool);
    printf("total %d\n", total);
    return EXIT_SUCCESS;
}
