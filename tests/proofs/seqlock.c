// expect: safe

/* A sequence lock: the number is odd while the writer is at work, and a reader tries again if it was odd or has
   changed. The writer rests before the number wraps round, since a reader could take an old one for a new one then. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_uint left, right;

static void *writer(void *unused) {
    while (1) {
        if (sequence == UINT_MAX - 1)
            continue;
        atomic_fetch_add(&sequence, 1);
        atomic_fetch_add(&left, 1);
        atomic_fetch_add(&right, 1);
        atomic_fetch_add(&sequence, 1);
    }
}

static void *reader(void *unused) {
    while (1) {
        unsigned before, one, other;
        do {
            before = sequence;
            one = left;
            other = right;
        } while (before % 2 == 1 || sequence != before);
        assert(one == other);
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_create(&threads[2], NULL, reader, NULL);
    pthread_exit(NULL);
}
