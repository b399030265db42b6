/*
 * A lock-free stack of free indices, after Vyukov's "SafeStack": pop takes the head only if its successor is
 * known, and marks the taken cell by a successor of -1. With three threads two of them can hold the same index;
 * with two it was not found.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef TURNS
#define TURNS 3
#endif
#define CELLS 3

struct cell {
    int value;
    int next;
};

struct cell cells[CELLS];
int head, count;

static int load(int *place) {
    return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}

static int exchange(int *place, int desired) {
    return __atomic_exchange_n(place, desired, __ATOMIC_SEQ_CST);
}

static int compare_and_swap(int *place, int expected, int desired) {
    return __sync_bool_compare_and_swap(place, expected, desired);
}

static void add(int *place, int amount) {
    __atomic_fetch_add(place, amount, __ATOMIC_SEQ_CST);
}

static int pop(void) {
    while (load(&count) > 1) {
        int first = load(&head);
        int second = exchange(&cells[first].next, -1);
        if (second >= 0) {
            if (compare_and_swap(&head, first, second)) {
                add(&count, -1);
                return first;
            }
            exchange(&cells[first].next, second);
        }
    }
    return -1;
}

static void push(int index) {
    int first = load(&head);
    do {
        cells[index].next = first;
        if (compare_and_swap(&head, first, index))
            break;
        first = load(&head);
    } while (1);
    add(&count, 1);
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    for (int turn = 0; turn < TURNS; turn++) {
        int index;
        for (;;) {
            index = pop();
            if (index >= 0)
                break;
        }
        cells[index].value = self;
        assert(cells[index].value == self);
        push(index);
    }
    return 0;
}

int main(void) {
    pthread_t id[WORKERS];
    count = CELLS;
    head = 0;
    for (int index = 0; index < CELLS - 1; index++)
        cells[index].next = index + 1;
    cells[CELLS - 1].next = -1;
    for (long index = 0; index < WORKERS; index++)
        pthread_create(&id[index], 0, worker, (void *)index);
    return 0;
}
