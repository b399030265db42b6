/*
 * The library under a schedule. Linked with --wrap, so that the user's calls come here.
 *
 * Functions that synchronise do nothing but wait for their turn and return what they returned in the schedule:
 * they were found to go on there, so there is nothing left to wait for. Threads are created and end in earnest.
 * Blocks are never given back, so that what happens to them afterwards stays visible.
 */
#define _GNU_SOURCE
#include "follow.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SCRIPTED(name) \
    long __wrap_##name(); \
    long __wrap_##name() { return (long)bmc_call(#name)->value; }

SCRIPTED(pthread_mutex_init)
SCRIPTED(pthread_mutex_destroy)
SCRIPTED(pthread_mutex_lock)
SCRIPTED(pthread_mutex_trylock)
SCRIPTED(pthread_mutex_timedlock)
SCRIPTED(pthread_mutex_unlock)
SCRIPTED(pthread_mutex_consistent)
SCRIPTED(pthread_cond_init)
SCRIPTED(pthread_cond_destroy)
SCRIPTED(pthread_cond_wait)
SCRIPTED(pthread_cond_timedwait)
SCRIPTED(pthread_cond_signal)
SCRIPTED(pthread_cond_broadcast)
SCRIPTED(pthread_rwlock_init)
SCRIPTED(pthread_rwlock_destroy)
SCRIPTED(pthread_rwlock_rdlock)
SCRIPTED(pthread_rwlock_tryrdlock)
SCRIPTED(pthread_rwlock_timedrdlock)
SCRIPTED(pthread_rwlock_wrlock)
SCRIPTED(pthread_rwlock_trywrlock)
SCRIPTED(pthread_rwlock_timedwrlock)
SCRIPTED(pthread_rwlock_unlock)
SCRIPTED(pthread_barrier_init)
SCRIPTED(pthread_barrier_destroy)
SCRIPTED(pthread_barrier_wait)
SCRIPTED(pthread_spin_init)
SCRIPTED(pthread_spin_destroy)
SCRIPTED(pthread_spin_lock)
SCRIPTED(pthread_spin_trylock)
SCRIPTED(pthread_spin_unlock)
SCRIPTED(sem_init)
SCRIPTED(sem_destroy)
SCRIPTED(sem_wait)
SCRIPTED(sem_trywait)
SCRIPTED(sem_timedwait)
SCRIPTED(sem_post)
SCRIPTED(pthread_detach)
SCRIPTED(pthread_cancel)
SCRIPTED(mtx_init)
SCRIPTED(mtx_destroy)
SCRIPTED(mtx_lock)
SCRIPTED(mtx_trylock)
SCRIPTED(mtx_timedlock)
SCRIPTED(mtx_unlock)
SCRIPTED(cnd_init)
SCRIPTED(cnd_destroy)
SCRIPTED(cnd_wait)
SCRIPTED(cnd_timedwait)
SCRIPTED(cnd_signal)
SCRIPTED(cnd_broadcast)
SCRIPTED(thrd_detach)
SCRIPTED(thrd_yield)
SCRIPTED(thrd_sleep)
SCRIPTED(pthread_yield)
SCRIPTED(pthread_testcancel)
SCRIPTED(sleep)
SCRIPTED(usleep)
SCRIPTED(nanosleep)
SCRIPTED(clock_nanosleep)
SCRIPTED(clock)
SCRIPTED(rand)
SCRIPTED(random)
SCRIPTED(getchar)
SCRIPTED(getc)
SCRIPTED(fgetc)
SCRIPTED(sysconf)

/* Some headers let pthread_yield be another name of this. */
int __wrap_sched_yield(void)
{
    return (int)bmc_call(bmc_knows("sched_yield") ? "sched_yield" : "pthread_yield")->value;
}

time_t __wrap_time(time_t *result)
{
    time_t now = (time_t)bmc_call("time")->value;
    if (result)
        *result = now;
    return now;
}

int __wrap_sem_getvalue(sem_t *semaphore, int *value)
{
    const struct entry *entry = bmc_call("sem_getvalue");
    (void)semaphore;
    if (entry->contents_size == sizeof *value)
        *value = *(const int *)entry->contents;
    return (int)entry->value;
}

/* Threads. */

struct start {
    void *(*function)(void *);
    int (*int_function)(void *);
    void *argument;
    int number;
};

static void *results[1024];
static pthread_key_t end;
void bmc_thread_begins(void);

/* Runs once more after the user's own destructors have run. */
static void at_the_end(void *value)
{
    if (value == (void *)1)
        pthread_setspecific(end, (void *)2);
    else
        bmc_thread_ends();
}

__attribute__((constructor(101))) static void make_key(void)
{
    pthread_key_create(&end, at_the_end);
}

static void *run(void *argument)
{
    struct start start = *(struct start *)argument;
    bmc_self = start.number;
    pthread_setspecific(end, (void *)1);
    bmc_thread_begins();
    results[bmc_self] = start.function ? start.function(start.argument)
                                       : (void *)(intptr_t)start.int_function(start.argument);
    return results[bmc_self];
}

void *__real_malloc(size_t);
int __real_pthread_detach(pthread_t);
void *__real_memcpy(void *, const void *, size_t);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int create(const char *name, pthread_t *thread, struct start start)
{
    const struct entry *entry = bmc_begin(name);
    struct start *copy = __real_malloc(sizeof *copy);
    *copy = start;
    copy->number = (int)entry->value;
    if (copy->number <= 0 || copy->number >= bmc_thread_count || copy->number >= 1024)
        bmc_wait_for_ever();
    bmc_bind(entry->pointee, (char *)start.argument - entry->pointee_offset);
    pthread_t made;
    if (__real_pthread_create(&made, NULL, run, copy) != 0)
        bmc_give_up("no thread can be created");
    __real_pthread_detach(made);
    if (thread)
        *thread = made;
    return (int)bmc_return(entry)->value;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    (void)attributes;
    return create("pthread_create", thread, (struct start){ function, NULL, argument, 0 });
}

int __wrap_thrd_create(pthread_t *thread, int (*function)(void *), void *argument)
{
    return create("thrd_create", thread, (struct start){ NULL, function, argument, 0 });
}

/* The entry of the return names the thread in its offset. */
int __wrap_pthread_join(pthread_t thread, void **result)
{
    const struct entry *entry = bmc_call("pthread_join");
    (void)thread;
    if (result && entry->offset >= 0)
        *result = results[entry->offset];
    return (int)entry->value;
}

int __wrap_thrd_join(pthread_t thread, int *result)
{
    const struct entry *entry = bmc_call("thrd_join");
    (void)thread;
    if (result && entry->offset >= 0)
        *result = (int)(intptr_t)results[entry->offset];
    return (int)entry->value;
}

_Noreturn void __real_pthread_exit(void *);

_Noreturn void __wrap_pthread_exit(void *result)
{
    results[bmc_self] = result;
    __real_pthread_exit(result);
}

_Noreturn void __wrap_thrd_exit(int result)
{
    results[bmc_self] = (void *)(intptr_t)result;
    __real_pthread_exit((void *)(intptr_t)result);
}

/* The routine runs in the thread that comes first, so whoever has to wait for it does so before. */
int __real_pthread_once(pthread_once_t *, void (*)(void));

int __wrap_pthread_once(pthread_once_t *once, void (*routine)(void))
{
    const struct entry *entry = bmc_begin("pthread_once");
    if (entry->offset > 0)
        routine();
    (void)once;
    return (int)bmc_return(entry)->value;
}

void __wrap_call_once(once_flag *once, void (*routine)(void))
{
    const struct entry *entry = bmc_begin("call_once");
    if (entry->offset > 0)
        routine();
    (void)once;
    bmc_return(entry);
}

/* The process. */

int __real_main(int, char **, char **);

int __wrap_main(int count, char **arguments, char **environment)
{
    bmc_self = 0;
    pthread_setspecific(end, (void *)1);
    bmc_thread_begins();
    __real_main(count, arguments, environment);
    bmc_thread_ends();
    bmc_wait_for_ever();
}

_Noreturn void __wrap_exit(int status)
{
    (void)status;
    bmc_thread_ends();
    bmc_wait_for_ever();
}

_Noreturn void __wrap__exit(int status)
{
    __wrap_exit(status);
}

_Noreturn void __wrap__Exit(int status)
{
    __wrap_exit(status);
}

_Noreturn void __wrap_abort(void)
{
    __wrap_exit(0);
}

/* Memory. */

void *__real_calloc(size_t, size_t);

static void *allocated(const struct entry *entry, void *block)
{
    if (entry->pointee >= 0)
        bmc_bind(entry->pointee, (char *)block - entry->pointee_offset);
    if (entry->contents_size > 0)
        __real_memcpy(block, entry->contents, (size_t)entry->contents_size);
    return block;
}

/* Room behind the block keeps an access out of bounds from ending the program too early. */
#define ROOM 64

void *__wrap_malloc(size_t size)
{
    return bmc_self < 0 ? __real_malloc(size) : allocated(bmc_call("malloc"), __real_calloc(1, size + ROOM));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return bmc_self < 0 ? __real_calloc(count, size)
                        : allocated(bmc_call("calloc"), __real_calloc(1, count * size + ROOM));
}

void __real_free(void *);

void __wrap_free(void *block)
{
    if (bmc_self < 0)
        __real_free(block);
    else
        bmc_call("free");
}

void *__real_memmove(void *, const void *, size_t);
void *__real_memset(void *, int, size_t);

/* A copy whose size is known is not a call in the schedule but single accesses. */
#define MOVES(name, from_type, from_is_read) \
    void *__wrap_##name(void *to, from_type from, size_t size) \
    { \
        if (!bmc_knows(#name)) { \
            if (from_is_read) \
                bmc_access((const void *)(uintptr_t)from, (long long)size, 0, 0); \
            bmc_access(to, (long long)size, 1, 0); \
            return __real_##name(to, from, size); \
        } \
        const struct entry *entry = bmc_begin(#name); \
        __real_##name(to, from, size); \
        bmc_return(entry); \
        return to; \
    }

MOVES(memcpy, const void *, 1)
MOVES(memmove, const void *, 1)
MOVES(memset, int, 0)
