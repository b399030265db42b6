/*
 * Threads. Creation never fails. Whether a thread can be joined is looked at only to find misuse: a thread that
 * nobody joins is simply not waited for.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

/* What the end of a thread has to do depends on what the program uses. */
#define HAS_KEYS (__bmc_mentions("pthread_key_create") || __bmc_mentions("tss_create"))
#define HAS_CLEANUP (__bmc_mentions("__bmc_cleanup_push") || __bmc_mentions("__pthread_register_cancel"))
#define HAS_OWN_VARIABLES __bmc_mentions("thread-local")
/* Whether somebody asks if a thread is over. */
#define HAS_ENDS \
    (BMC_HAS_ROBUST || __bmc_mentions("pthread_tryjoin_np") || __bmc_mentions("pthread_timedjoin_np") \
     || __bmc_mentions("pthread_clockjoin_np"))

#define MOST_THREADS 64

/* What can be done with a thread, by its number less one; main is joinable from the start. */
#define NOT_CREATED 0
#define JOINABLE 1
#define JOINED 2
#define DETACHED 3
static unsigned char fate[MOST_THREADS] = { JOINABLE };

/* Of threads that are over, if anybody asks. */
static _Bool ended[MOST_THREADS];

_Bool __bmc_has_ended(unsigned long thread)
{
    return thread - 1 < MOST_THREADS && ended[thread - 1];
}

/* It was created and not joined. */
_Bool __bmc_is_known(unsigned long thread)
{
    return thread - 1 < MOST_THREADS && fate[thread - 1] != NOT_CREATED && fate[thread - 1] != JOINED;
}

static void end_thread(void)
{
    if (HAS_KEYS)
        __bmc_destroy_values();
    if (HAS_ENDS && __bmc_current_thread() <= MOST_THREADS) {
        __bmc_atomic_begin();
        ended[__bmc_current_thread() - 1] = 1;
        __bmc_atomic_end();
    }
}

struct start {
    void *(*function)(void *);
    void *argument;
};

/* A thread at whose end something has to be done. */
static void *run(void *block)
{
    struct start *start = block;
    void *(*function)(void *) = start->function;
    void *argument = start->argument;
    __bmc_free(block);
    void *result = function(argument);
    end_thread();
    __bmc_exit_thread(result);
}

/*
 * The new thread may run before its creator learns its number: POSIX does not say which comes first. That covers the
 * other order, too, for the thread may as well wait.
 */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    if (HAS_KEYS || HAS_ENDS || HAS_OWN_VARIABLES) {
        struct start *start = __bmc_allocate(sizeof(struct start), BMC_INTERNAL);
        start->function = function;
        start->argument = argument;
        function = run;
        argument = start;
    }
    unsigned char first = JOINABLE;
    if (__bmc_checks("api") && attributes) {
        __bmc_require(attributes->stage == BMC_INITIALISED, BMC_ATTRIBUTES_ARE_USABLE);
        if (attributes->detach_state == PTHREAD_CREATE_DETACHED)
            first = DETACHED;
    }
    __bmc_atomic_begin();
    pthread_t number = __bmc_create_thread(function, argument);
    if (__bmc_checks("api") && number <= MOST_THREADS)
        fate[number - 1] = first;
    __bmc_atomic_end();
    *thread = number;
    return 0;
}

/* The thread can still be joined or detached; what it is from now on. */
static void settle_thread(pthread_t thread, unsigned char last)
{
    if (!__bmc_checks("api"))
        return;
    __bmc_require(thread != 0, "the argument is a thread");
    __bmc_limit(thread - 1 < MOST_THREADS, "misuse of a thread with a number above 64");
    __bmc_atomic_begin();
    unsigned char now = fate[thread - 1];
    __bmc_require(now != NOT_CREATED, "the argument is a thread");
    __bmc_require(now != DETACHED, "the thread has not been detached");
    __bmc_require(now != JOINED, "the thread has not been joined");
    fate[thread - 1] = last;
    __bmc_atomic_end();
}

int pthread_join(pthread_t thread, void **value)
{
    if (thread == __bmc_current_thread())
        return EDEADLK;
    /* Whether it is to be cancelled while it waits is guessed; runs in which nobody does so are not looked at. */
    if (__bmc_mentions("pthread_cancel") && __VERIFIER_nondet_bool()) {
        __bmc_atomic_begin();
        __bmc_assume(__bmc_cancel_requested());
        __bmc_atomic_end();
        pthread_exit(PTHREAD_CANCELED);
    }
    settle_thread(thread, JOINED);
    void *result = __bmc_join_thread(thread);
    if (value)
        *value = result;
    return 0;
}

/* Joins a thread that is over. Of a thread whose time is limited it is asked once whether it is; the scheduler decides
   when. */
static int join_if_over(pthread_t thread, void **value, int failure)
{
    __bmc_limit(thread <= MOST_THREADS, "asking whether a thread with a number above 64 is over");
    __bmc_atomic_begin();
    _Bool over = __bmc_has_ended(thread);
    settle_thread(thread, over ? JOINED : JOINABLE);
    __bmc_atomic_end();
    if (!over)
        return failure;
    void *result = __bmc_join_thread(thread);
    if (value)
        *value = result;
    return 0;
}

int pthread_tryjoin_np(pthread_t thread, void **value)
{
    return join_if_over(thread, value, EBUSY);
}

/* With glibc, no time is no limit. */
int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *time)
{
    if (!time)
        return pthread_join(thread, value);
    if (thread == __bmc_current_thread())
        return EDEADLK;
    pthread_testcancel();
    int result = join_if_over(thread, value, ETIMEDOUT);
    return BMC_UNTIL(time, result);
}

int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *time)
{
    return BMC_IS_CLOCK(clock) ? pthread_timedjoin_np(thread, value, time) : EINVAL;
}

int pthread_detach(pthread_t thread)
{
    settle_thread(thread, DETACHED);
    return 0;
}

_Noreturn void pthread_exit(void *value)
{
    if (HAS_CLEANUP)
        __bmc_run_cleanup(value);
    end_thread();
    /* The program goes on without main, and ends with its last thread. */
    if ((__bmc_mentions("atexit") || __bmc_checks("leak")) && __bmc_current_thread() == 1)
        __bmc_limit(__VERIFIER_nondet_bool(), "the end of a program whose main has called pthread_exit");
    __bmc_exit_thread(value);
}

pthread_t pthread_self(void)
{
    return __bmc_current_thread();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}
