/* Reads numbers by scanf and from the environment, workers compute statistics; overflow and lost update. */
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST 3

struct range { int from, to; };
struct summary {
    long long sum;
    int32_t least, most;
    unsigned count;
};

static int numbers[MOST];
static struct summary summary = { 0, INT32_MAX, INT32_MIN, 0 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int checksum = 0x7ffffff0;

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static struct summary merge(struct summary a, struct summary b)
{
    a.sum += b.sum;
    a.count += b.count;
    if (b.least < a.least)
        a.least = b.least;
    if (b.most > a.most)
        a.most = b.most;
    return a;
}

static void *work(void *argument)
{
    struct range range = *(struct range *)argument;
    struct summary own = { .least = INT32_MAX, .most = INT32_MIN };
    for (int i = range.from; i < range.to; i++) {
        own.sum += numbers[i];
        own.count++;
        if (numbers[i] < own.least)
            own.least = numbers[i];
        if (numbers[i] > own.most)
            own.most = numbers[i];
    }
    summary = merge(summary, own); /* BUG */
    pthread_mutex_lock(&lock);
    checksum += 5 * (int)own.count;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char *argv[])
{
    int count = 0;
    const char *seed = getenv("SEED");
    if (argc > 1 && strcmp(argv[1], "-") == 0) {
        while (count < MOST && scanf("%d", &numbers[count]) == 1)
            count++;
    } else {
        srand(seed ? (unsigned)strtoul(seed, NULL, 10) : (unsigned)(time(NULL) ^ getpid()));
        for (; count < MOST; count++)
            numbers[count] = rand() % 100;
    }
    if (count < 2) {
        fprintf(stderr, "%s: too few numbers\n", argv[0]);
        return 1;
    }
    qsort(numbers, (size_t)count, sizeof numbers[0], compare);
    struct range ranges[2] = { { 0, count / 2 }, { count / 2, count } };
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &ranges[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%lld %" PRId32 " %u\n", summary.sum, summary.least, summary.count);
    assert(summary.count == (unsigned)count);
    assert(summary.least == numbers[0]);
    return 0;
}
