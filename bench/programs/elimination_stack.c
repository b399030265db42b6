/*
 * A stack with elimination, after Hendler, Shavit and Yerushalmi: whoever fails to change the top of the stack
 * publishes an offer, and a push and a pop that meet settle the matter between themselves. WORKERS threads do
 * OPERATIONS each, in turns a push and a pop.
 *
 * With BUG all offers of a thread share one place in memory. A thread that has seen a push there and is held up
 * does not notice that there is a pop by now (ABA): two pops meet, and a value comes out that is not in the stack.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif
#define VALUES (WORKERS * OPERATIONS)

enum kind { PUSH, POP };

/* Threads, offers and values are numbered from 1; 0 is nobody, none and nothing. */
struct offer {
    int kind;
    int thread;
    int value;
};

struct offer offers[VALUES + 1];
int offer_of[WORKERS + 1];
int collision;

/* The stack itself: every value is pushed at most once and is its own cell, so that nothing can go wrong here. */
int top;
int below[VALUES + 1];

/* Set from the begin of a push to the end of a pop. */
int inside[VALUES + 1];

static int load(int *place) {
    return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}

static void store(int *place, int value) {
    __atomic_store_n(place, value, __ATOMIC_SEQ_CST);
}

static int exchange(int *place, int value) {
    return __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST);
}

static int compare_and_swap(int *place, int expected, int desired) {
    return __sync_bool_compare_and_swap(place, expected, desired);
}

/* One attempt at the top of the stack. A pop of an empty stack succeeds with nothing. */
static int attempt(int kind, int *value) {
    int seen = load(&top);
    if (kind == PUSH) {
        below[*value] = seen;
        return compare_and_swap(&top, seen, *value);
    }
    *value = seen;
    return seen == 0 || compare_and_swap(&top, seen, below[seen]);
}

/* Takes the offer back. If somebody has accepted it, a pop finds the push that did so in its place. */
static int withdraw(int self, int mine, int kind, int *value) {
    if (compare_and_swap(&offer_of[self], mine, 0))
        return 1;
    if (kind == POP) {
        *value = offers[load(&offer_of[self])].value;
        store(&offer_of[self], 0);
    }
    return 0;
}

/* One attempt to meet somebody who does the opposite. */
static int eliminate(int self, int mine, int kind, int *value) {
    store(&offer_of[self], mine);
    int other = exchange(&collision, self);
    if (other != 0) {
        int theirs = load(&offer_of[other]);
        if (theirs != 0 && offers[theirs].thread == other && offers[theirs].kind != kind) {
            int their_value = offers[theirs].value;
            if (!withdraw(self, mine, kind, value))
                return 1;
            if (!compare_and_swap(&offer_of[other], theirs, kind == PUSH ? mine : 0))
                return 0;
            if (kind == POP)
                *value = their_value;
            return 1;
        }
    }
    return !withdraw(self, mine, kind, value);
}

static int perform(int self, int mine, int kind, int value) {
    offers[mine].thread = self;
    offers[mine].kind = kind;
    offers[mine].value = value;
    while (!attempt(kind, &value))
        if (eliminate(self, mine, kind, &value))
            break;
    return value;
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    for (int turn = 0; turn < OPERATIONS; turn++) {
        int value = (self - 1) * OPERATIONS + turn + 1;
#ifdef BUG
        int mine = self;
#else
        int mine = value;
#endif
        if ((self + turn) % 2 != 0) {
            store(&inside[value], 1);
            perform(self, mine, PUSH, value);
        } else {
            int popped = perform(self, mine, POP, 0);
            if (popped != 0) {
                int was_inside = exchange(&inside[popped], 0);
                assert(was_inside);
            }
        }
    }
    return 0;
}

int main(void) {
    pthread_t id[WORKERS];
    for (long index = 0; index < WORKERS; index++)
        pthread_create(&id[index], 0, worker, (void *)(index + 1));
    for (int index = 0; index < WORKERS; index++)
        pthread_join(id[index], 0);
    return 0;
}
