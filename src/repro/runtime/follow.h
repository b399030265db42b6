/* What the parts of the runtime and the tables of one schedule know of each other. */
#ifndef BMC_FOLLOW_H
#define BMC_FOLLOW_H

#include <stddef.h>

#define BMC_MOST_THREADS 1024

enum action {
    READS,     /* of memory that more than one thread uses */
    WRITES,
    INPUT,     /* a call whose result is an input */
    DECLARES,  /* a variable begins a life */
    LEAVES,    /* the scope of a variable that others use */
    ALLOCATES,
    FREES,
    CREATES,   /* a thread */
    JOINS,
    ENDS,      /* the thread itself */
    VIOLATES
};

/* What a thread does next, as far as the schedule has to know. */
struct entry {
    enum action action;
    const char *name;          /* of the function, for an input */
    int number;                /* of the atomic section, the declaration or the other thread */
    int object;                /* -1: none */
    long long offset;
    long long size;
    unsigned long long value;  /* of an input */
    int pointee;               /* the object to which the value points; -1: none */
    long long pointee_offset;
    const unsigned char *contents; /* the first bytes of the object; the others are zero */
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
    int thread;
    int line;      /* 0: in the library */
    int is_state;  /* reached when all contexts are over, not by what a thread does */
    long long visits; /* so often its thread has come there by then */
};

/* What the models of the library ask about the program. */
struct answer {
    const char *question;
    int answer;
};

extern const struct history bmc_histories[];
extern const struct context bmc_contexts[];
extern const struct range bmc_ranges[];
extern const struct answer bmc_answers[];
extern const int bmc_thread_count, bmc_context_count, bmc_range_count, bmc_object_count;
extern const struct goal bmc_goal;
/* Nothing else was looked for: a thread that violates another property stops there. */
extern const int bmc_is_only_goal;
/* Of the objects, as far as they are known; where life is over, nothing is watched. */
extern void *bmc_bases[];
extern unsigned char bmc_is_over[];
/* A variable that several threads use though nothing in the program tells where it is; empty if there is none. */
extern const char bmc_untold[];
/* Calls the function that the program starts with. */
void bmc_start(void);

extern _Thread_local int bmc_self;
/* Where the user's code, or a model, has last made an access. */
extern _Thread_local const void *bmc_caller;

/* Called at the end of each file, for its variables, by each thread for its own, and at declarations. */
void bmc_is_at(int object, const volatile void *address);
void bmc_each_thread(void (*tell)(int thread));
void *bmc_declared(int site, const volatile void *address, unsigned long size, int is_filled);
void bmc_gone(void *place);

/* Recognition. */
void bmc_access(const volatile void *address, long long size, int writes, int atomic);
/* The next entry of this kind that the thread has not passed, or -1; a null name and a negative number are any. */
int bmc_find(enum action action, const char *name, int number);
/* Returns when the thread may do the entry, which is passed then. */
const struct entry *bmc_do(int index);
/* Passes an entry that concerns nobody else. */
const struct entry *bmc_pass(int index);
void bmc_bind(int object, void *base);
/* Does what is left of the thread's last access. */
void bmc_settle(void);

/* The schedule. */
/* Returns when the running thread may do its entry with this index. */
void bmc_arrive(int index);
/* The index of something that the thread never does in the schedule. */
#define BMC_NEVER 0x7fffffff
/* The same where others see nothing of it; such a step is not progress when threads are looked at for a deadlock. */
void bmc_arrive_unseen(int index);
/* The running thread does what the schedule does not have here, though it has more of this thread. */
void bmc_strays(const char *what);
/* Whether the entry is not in the present context. */
int bmc_is_later(int index);
/* Whether the violation is to happen in the present context. */
int bmc_is_last(void);
/* The access that the thread is about to make; none if the size is 0. */
void bmc_stands_before(const volatile void *address, long long size, int writes, int atomic);
void bmc_enter_section(void);
void bmc_leave_section(void);
/* The thread waits for what does not come any more, as far as the schedule goes. */
_Noreturn void bmc_blocks(void);
/* The thread is where the schedule knows nothing of it. */
_Noreturn void bmc_wait_for_ever(void);
void bmc_thread_is_made(int thread);
void bmc_thread_begins(void);
void bmc_thread_ends(void);
int bmc_has_ended(int thread);

/* What the thread is about to do is the violation if it is of this kind: returns in its time. */
void bmc_reaches(const char *kind);
/* What is wrong is of this kind, and happens at this line of the user's file; 0: unknown. Returns if it is not the
   violation. */
void bmc_violated(const char *kind, int line);
/* Behind an expression that is the violation, though gcc may not notice. */
void bmc_follows(void);
_Noreturn void bmc_give_up(const char *why);
/* The same for an error that is not the violation. */
_Noreturn void bmc_fails(const char *why);
/* For a function that is one section by its name. */
int bmc_begin_section(void);
void bmc_end_section(int *section);

#endif
