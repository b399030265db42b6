/* What the parts of the runtime and the tables of one schedule know of each other. */
#ifndef BMC_FOLLOW_H
#define BMC_FOLLOW_H

#include <stddef.h>

enum action {
    READS,    /* of memory that more than one thread uses */
    WRITES,
    INPUT,    /* a call whose result is an input */
    BEGINS,   /* a call of a library function */
    RETURNS,
    ENDS,     /* the thread */
    VIOLATES
};

/* What a thread does next, as far as the schedule has to know. */
struct entry {
    enum action action;
    const char *name;          /* of the function */
    int number;                /* of the call, also for what happens in it; of the atomic section for accesses */
    int object;                /* -1: none */
    long long offset;
    long long size;
    unsigned long long value;  /* the result of a call; the thread that is created or joined */
    int pointee;               /* the object to which the value points; -1: none */
    long long pointee_offset;
    const unsigned char *contents; /* of the block that is returned */
    long long contents_size;
};

struct history {
    const struct entry *entries;
    int count;
    unsigned char *passed;
};

/* A thread runs until it has done so many entries. */
struct context {
    int thread;
    int limit;
};

struct range {
    int object;
    long long from, to;
};

struct goal {
    const char *kind, *property, *place;
    int thread, line;
    int is_state;  /* reached when all contexts are over, not by what a thread does */
};

extern const struct history bmc_histories[];
extern const struct context bmc_contexts[];
extern const struct range bmc_ranges[];
extern const int bmc_thread_count, bmc_context_count, bmc_range_count, bmc_object_count;
extern const struct goal bmc_goal;
extern void *bmc_bases[];   /* of the objects, as far as they are known */

extern _Thread_local int bmc_self;

/* Called at the end of each of the user's files, for its variables. */
void bmc_is_at(int object, const volatile void *address);

void bmc_access(const volatile void *address, long long size, int writes, int atomic);
/* Whether a call of the function is still to come in this thread. */
int bmc_knows(const char *name);
const struct entry *bmc_begin(const char *name);
const struct entry *bmc_return(const struct entry *call);
const struct entry *bmc_call(const char *name);
unsigned long long bmc_input(const char *name);
_Noreturn void bmc_wait_for_ever(void);
void bmc_thread_ends(void);
/* What could be the violation happens in this thread, at this line of the user's file; 0: unknown. */
void bmc_announce(int line);
_Noreturn void bmc_give_up(const char *why);
void bmc_bind(int object, void *base);

#endif
