// expect: violated assert line=148 line=205
// also: race
// rounds: 3   unwind: 2

/* A pool of database connections that clients acquire, use and give back. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POOL_SIZE 1
#define CLIENTS 2

struct connection {
    int id;
    bool in_use;
    int queries;
    char last_query[24];
    struct connection *next;
};

struct connection_pool {
    pthread_mutex_t lock;
    pthread_cond_t released;
    struct connection *idle;
    int idle_count;
    int total;
    bool closed;
};

struct statistics {
    pthread_mutex_t lock;
    int served;
    int refused;
};

static struct statistics statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct connection *connection_open(int id)
{
    struct connection *connection = malloc(sizeof *connection);

    if (!connection)
        return NULL;
    connection->id = id;
    connection->in_use = false;
    connection->queries = 0;
    connection->last_query[0] = '\0';
    connection->next = NULL;
    return connection;
}

static void connection_query(struct connection *connection, const char *text)
{
    size_t length = strlen(text);

    if (length >= sizeof connection->last_query)
        length = sizeof connection->last_query - 1;
    memcpy(connection->last_query, text, length);
    connection->last_query[length] = '\0';
    connection->queries++;
}

static void free_idle(struct connection_pool *pool)
{
    while (pool->idle) {
        struct connection *connection = pool->idle;

        pool->idle = connection->next;
        free(connection);
    }
    pool->idle_count = 0;
}

static int connection_pool_init(struct connection_pool *pool, int size)
{
    int error;

    memset(pool, 0, sizeof *pool);
    error = pthread_mutex_init(&pool->lock, NULL);
    if (error)
        return error;
    error = pthread_cond_init(&pool->released, NULL);
    if (error) {
        pthread_mutex_destroy(&pool->lock);
        return error;
    }
    for (int i = 0; i < size; i++) {
        struct connection *connection = connection_open(i);

        if (!connection) {
            free_idle(pool);
            pthread_cond_destroy(&pool->released);
            pthread_mutex_destroy(&pool->lock);
            return ENOMEM;
        }
        connection->next = pool->idle;
        pool->idle = connection;
        pool->idle_count++;
        pool->total++;
    }
    return 0;
}

static struct connection *connection_pool_acquire(struct connection_pool *pool)
{
    struct connection *connection = NULL;

    pthread_mutex_lock(&pool->lock);
    while (!pool->idle && !pool->closed)
        pthread_cond_wait(&pool->released, &pool->lock);
    if (!pool->closed) {
        connection = pool->idle;
        pool->idle = connection->next;
        pool->idle_count--;
        connection->next = NULL;
        connection->in_use = true;
    }
    pthread_mutex_unlock(&pool->lock);
    return connection;
}

static void connection_pool_release(struct connection_pool *pool, struct connection *connection)
{
    pthread_mutex_lock(&pool->lock);
    assert(connection->in_use);
    connection->in_use = false;
    connection->next = pool->idle;
    pool->idle = connection;
    pthread_mutex_unlock(&pool->lock);
    pool->idle_count++;
    pthread_cond_signal(&pool->released);
}

static void connection_pool_close(struct connection_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    pthread_cond_broadcast(&pool->released);
    pthread_mutex_unlock(&pool->lock);
}

static void connection_pool_destroy(struct connection_pool *pool)
{
    assert(pool->idle_count == pool->total);
    free_idle(pool);
    pthread_cond_destroy(&pool->released);
    pthread_mutex_destroy(&pool->lock);
}

struct client {
    struct connection_pool *pool;
    int id;
    pthread_t thread;
};

static void *client_run(void *arg)
{
    struct client *client = arg;
    struct connection *connection = connection_pool_acquire(client->pool);
    char query[24];

    if (!connection) {
        statistics.refused++;
        return NULL;
    }
    snprintf(query, sizeof query, "SELECT %d", client->id);
    connection_query(connection, query);
    assert(strcmp(connection->last_query, query) == 0);
    connection_pool_release(client->pool, connection);

    pthread_mutex_lock(&statistics.lock);
    statistics.served++;
    pthread_mutex_unlock(&statistics.lock);
    return NULL;
}

int main(void)
{
    struct connection_pool pool;
    struct client clients[CLIENTS];
    int started = 0;
    int error = connection_pool_init(&pool, POOL_SIZE);

    if (error) {
        fprintf(stderr, "pool: %s\n", strerror(error));
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].pool = &pool;
        clients[i].id = i;
        error = pthread_create(&clients[i].thread, NULL, client_run, &clients[i]);
        if (error) {
            fprintf(stderr, "client %d: %s\n", i, strerror(error));
            break;
        }
        started++;
    }
    connection_pool_close(&pool);
    for (int i = 0; i < started; i++)
        pthread_join(clients[i].thread, NULL);
    assert(statistics.served + statistics.refused == started);
    connection_pool_destroy(&pool);
    printf("served %d, refused %d\n", statistics.served, statistics.refused);
    return error ? EXIT_FAILURE : EXIT_SUCCESS;
}
