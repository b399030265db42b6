// expect: bounded
// rounds: 2   unwind: 2

/* A cache of name/value pairs behind a reader/writer lock, with reference counted entries. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 2
#define NAME_MAX_LENGTH 8

struct entry {
    char name[NAME_MAX_LENGTH];
    int value;
    int references;
    struct entry *next;
};

struct cache {
    pthread_rwlock_t lock;
    struct entry *buckets[BUCKETS];
    int size;
    pthread_mutex_t count_lock;
    int hits;
    int misses;
};

static unsigned hash(const char *name)
{
    unsigned h = 5381;

    while (*name)
        h = h * 33 + (unsigned char)*name++;
    return h % BUCKETS;
}

static int cache_init(struct cache *cache)
{
    memset(cache, 0, sizeof *cache);
    if (pthread_rwlock_init(&cache->lock, NULL) != 0)
        return -1;
    if (pthread_mutex_init(&cache->count_lock, NULL) != 0) {
        pthread_rwlock_destroy(&cache->lock);
        return -1;
    }
    return 0;
}

static void cache_destroy(struct cache *cache)
{
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *entry = cache->buckets[i];

        while (entry) {
            struct entry *next = entry->next;

            free(entry);
            entry = next;
        }
        cache->buckets[i] = NULL;
    }
    pthread_mutex_destroy(&cache->count_lock);
    pthread_rwlock_destroy(&cache->lock);
}

static struct entry *cache_find(struct cache *cache, const char *name)
{
    struct entry *entry = cache->buckets[hash(name)];

    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->next;
    return entry;
}

static bool cache_get(struct cache *cache, const char *name, int *value)
{
    struct entry *entry;
    bool found;

    pthread_rwlock_rdlock(&cache->lock);
    entry = cache_find(cache, name);
    found = entry != NULL;
    if (found)
        *value = entry->value;
    pthread_rwlock_unlock(&cache->lock);

    pthread_mutex_lock(&cache->count_lock);
    if (found)
        cache->hits++;
    else
        cache->misses++;
    pthread_mutex_unlock(&cache->count_lock);
    return found;
}

static int cache_put(struct cache *cache, const char *name, int value)
{
    struct entry *entry;
    int result = 0;

    if (strlen(name) >= NAME_MAX_LENGTH)
        return -1;
    pthread_rwlock_wrlock(&cache->lock);
    entry = cache_find(cache, name);
    if (entry) {
        entry->value = value;
    } else {
        entry = malloc(sizeof *entry);
        if (entry) {
            unsigned bucket = hash(name);

            strcpy(entry->name, name);
            entry->value = value;
            entry->references = 1;
            entry->next = cache->buckets[bucket];
            cache->buckets[bucket] = entry;
            cache->size++;
        } else {
            result = -1;
        }
    }
    pthread_rwlock_unlock(&cache->lock);
    return result;
}

static bool cache_remove(struct cache *cache, const char *name)
{
    struct entry **place;
    struct entry *entry;

    pthread_rwlock_wrlock(&cache->lock);
    place = &cache->buckets[hash(name)];
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    entry = *place;
    if (entry) {
        *place = entry->next;
        cache->size--;
    }
    pthread_rwlock_unlock(&cache->lock);
    if (!entry)
        return false;
    free(entry);
    return true;
}

struct worker {
    struct cache *cache;
    int failures;
};

static void *writer(void *arg)
{
    struct worker *worker = arg;

    if (cache_put(worker->cache, "port", 8080) != 0)
        worker->failures++;
    cache_remove(worker->cache, "host");
    return NULL;
}

static void *reader(void *arg)
{
    struct worker *worker = arg;
    int port = 0;
    int host = 0;

    if (cache_get(worker->cache, "port", &port))
        assert(port == 80 || port == 8080);
    if (cache_get(worker->cache, "host", &host))
        assert(host == 1);
    return NULL;
}

int main(void)
{
    struct cache cache;
    struct worker worker = { .cache = &cache };
    struct worker reading = { .cache = &cache };
    pthread_t writer_thread, reader_thread;
    int port = 0;
    bool found;

    if (cache_init(&cache) != 0)
        return EXIT_FAILURE;
    if (cache_put(&cache, "port", 80) != 0 || cache_put(&cache, "host", 1) != 0) {
        fprintf(stderr, "out of memory\n");
        cache_destroy(&cache);
        return EXIT_FAILURE;
    }
    if (pthread_create(&writer_thread, NULL, writer, &worker) != 0) {
        cache_destroy(&cache);
        return EXIT_FAILURE;
    }
    if (pthread_create(&reader_thread, NULL, reader, &reading) != 0) {
        pthread_join(writer_thread, NULL);
        cache_destroy(&cache);
        return EXIT_FAILURE;
    }
    pthread_join(writer_thread, NULL);
    pthread_join(reader_thread, NULL);
    assert(worker.failures == 0);
    assert(cache.size == 1);
    assert(cache.hits + cache.misses == 2);
    found = cache_get(&cache, "port", &port);
    assert(found);
    assert(port == 8080);
    printf("%d hits, %d misses\n", cache.hits, cache.misses);
    cache_destroy(&cache);
    return EXIT_SUCCESS;
}
