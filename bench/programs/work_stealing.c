/*
 * A work stealing queue in the manner of Chase and Lev: the owner puts ITEMS at the bottom and takes them from there,
 * THIEVES steal from the top, and a compare-and-swap of the top settles who gets the last one. With BUG the owner
 * takes the last one without asking, and it is worked on twice.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef THIEVES
#define THIEVES 1
#endif
#ifndef STEALS
#define STEALS 1
#endif
#define NOTHING -1

int top, bottom;
int items[ITEMS];
int done[ITEMS];

static int load(int *place) {
    return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}

static void store(int *place, int value) {
    __atomic_store_n(place, value, __ATOMIC_SEQ_CST);
}

static void put(int item) {
    int end = load(&bottom);
    items[end] = item;
    store(&bottom, end + 1);
}

static int take(void) {
    int last = load(&bottom) - 1;
    store(&bottom, last);
    int first = load(&top);
    if (first > last) {
        store(&bottom, first);
        return NOTHING;
    }
    int item = items[last];
    if (first < last)
        return item;
#ifdef BUG
    store(&top, first + 1);
#else
    if (!__sync_bool_compare_and_swap(&top, first, first + 1))
        item = NOTHING;
#endif
    store(&bottom, first + 1);
    return item;
}

static int steal(void) {
    int first = load(&top);
    int end = load(&bottom);
    if (first >= end)
        return NOTHING;
    int item = items[first];
    return __sync_bool_compare_and_swap(&top, first, first + 1) ? item : NOTHING;
}

static void work_on(int item) {
    if (item == NOTHING)
        return;
    int before = __atomic_fetch_add(&done[item], 1, __ATOMIC_SEQ_CST);
    assert(before == 0);
}

static void *thief(void *arg) {
    for (int turn = 0; turn < STEALS; turn++)
        work_on(steal());
    return arg;
}

int main(void) {
    pthread_t id[THIEVES];
    for (int index = 0; index < THIEVES; index++)
        pthread_create(&id[index], 0, thief, 0);
    for (int item = 0; item < ITEMS; item++)
        put(item);
    for (int item = 0; item < ITEMS; item++)
        work_on(take());
    for (int index = 0; index < THIEVES; index++)
        pthread_join(id[index], 0);
    return 0;
}
