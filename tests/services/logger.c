// expect: bounded
// rounds: 3   unwind: 8

/* An asynchronous logger: clients queue records, a flush thread writes them out. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 32

enum level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_ERROR };

struct record {
    enum level level;
    char text[TEXT_MAX];
    struct record *next;
};

struct logger {
    pthread_mutex_t lock;
    pthread_cond_t pending;
    pthread_cond_t flushed;
    struct record *first;
    struct record **last;
    enum level threshold;
    unsigned queued;
    unsigned written;
    unsigned lost;
    size_t bytes;
    bool closing;
    FILE *out;
    pthread_t thread;
};

static const char *level_name(enum level level)
{
    switch (level) {
    case LEVEL_DEBUG:
        return "debug";
    case LEVEL_INFO:
        return "info";
    case LEVEL_ERROR:
        return "error";
    }
    return "?";
}

static void *flush_thread(void *arg)
{
    struct logger *logger = arg;

    pthread_mutex_lock(&logger->lock);
    while (true) {
        struct record *batch;
        unsigned written = 0;
        size_t bytes = 0;

        while (!logger->first && !logger->closing)
            pthread_cond_wait(&logger->pending, &logger->lock);
        if (!logger->first)
            break;
        batch = logger->first;
        logger->first = NULL;
        logger->last = &logger->first;
        pthread_mutex_unlock(&logger->lock);

        while (batch) {
            struct record *next = batch->next;

            fprintf(logger->out, "[%s] %s\n", level_name(batch->level), batch->text);
            bytes += strlen(batch->text);
            written++;
            free(batch);
            batch = next;
        }

        pthread_mutex_lock(&logger->lock);
        logger->written += written;
        logger->bytes += bytes;
        pthread_cond_broadcast(&logger->flushed);
    }
    pthread_mutex_unlock(&logger->lock);
    return NULL;
}

static int logger_init(struct logger *logger, FILE *out, enum level threshold)
{
    memset(logger, 0, sizeof *logger);
    logger->out = out;
    logger->threshold = threshold;
    logger->last = &logger->first;
    if (pthread_mutex_init(&logger->lock, NULL) != 0)
        return -1;
    if (pthread_cond_init(&logger->pending, NULL) != 0)
        goto no_pending;
    if (pthread_cond_init(&logger->flushed, NULL) != 0)
        goto no_flushed;
    if (pthread_create(&logger->thread, NULL, flush_thread, logger) != 0)
        goto no_thread;
    return 0;

no_thread:
    pthread_cond_destroy(&logger->flushed);
no_flushed:
    pthread_cond_destroy(&logger->pending);
no_pending:
    pthread_mutex_destroy(&logger->lock);
    return -1;
}

static void logger_lose(struct logger *logger)
{
    pthread_mutex_lock(&logger->lock);
    logger->lost++;
    pthread_mutex_unlock(&logger->lock);
}

static void logger_log(struct logger *logger, enum level level, const char *format, ...)
{
    struct record *record;
    va_list arguments;

    if (level < logger->threshold)
        return;
    record = malloc(sizeof *record);
    if (!record) {
        logger_lose(logger);
        return;
    }
    record->level = level;
    record->next = NULL;
    va_start(arguments, format);
    vsnprintf(record->text, sizeof record->text, format, arguments);
    va_end(arguments);

    pthread_mutex_lock(&logger->lock);
    *logger->last = record;
    logger->last = &record->next;
    logger->queued++;
    pthread_cond_signal(&logger->pending);
    pthread_mutex_unlock(&logger->lock);
}

static void logger_flush(struct logger *logger)
{
    unsigned target;

    pthread_mutex_lock(&logger->lock);
    target = logger->queued;
    while (logger->written < target)
        pthread_cond_wait(&logger->flushed, &logger->lock);
    pthread_mutex_unlock(&logger->lock);
}

static void logger_close(struct logger *logger)
{
    pthread_mutex_lock(&logger->lock);
    logger->closing = true;
    pthread_cond_signal(&logger->pending);
    pthread_mutex_unlock(&logger->lock);
    pthread_join(logger->thread, NULL);
    pthread_cond_destroy(&logger->flushed);
    pthread_cond_destroy(&logger->pending);
    pthread_mutex_destroy(&logger->lock);
}

struct service {
    struct logger *logger;
    const char *name;
    int port;
    pthread_t thread;
};

static void *service_run(void *arg)
{
    struct service *service = arg;

    logger_log(service->logger, LEVEL_DEBUG, "%s: up", service->name);
    if (service->port > 0)
        logger_log(service->logger, LEVEL_INFO, "%s: port %d", service->name, service->port);
    else
        logger_log(service->logger, LEVEL_ERROR, "%s: no port", service->name);
    return NULL;
}

int main(void)
{
    struct logger logger;
    struct service services[2] = {
        { .logger = &logger, .name = "http", .port = 80 },
        { .logger = &logger, .name = "mail", .port = 0 },
    };
    int started = 0;

    if (logger_init(&logger, stderr, LEVEL_INFO) != 0) {
        fprintf(stderr, "cannot start the logger\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 2; i++) {
        if (pthread_create(&services[i].thread, NULL, service_run, &services[i]) != 0) {
            logger_log(&logger, LEVEL_ERROR, "no thread for %s", services[i].name);
            break;
        }
        started++;
    }
    logger_flush(&logger);
    for (int i = 0; i < started; i++)
        pthread_join(services[i].thread, NULL);
    logger_close(&logger);
    assert(logger.first == NULL);
    assert(logger.written == logger.queued);
    if (started == 2)
        assert(logger.queued + logger.lost == 2);
    printf("%u records, %zu bytes, %u lost\n", logger.written, logger.bytes, logger.lost);
    return started == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
