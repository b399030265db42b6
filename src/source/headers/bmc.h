/* What the models are written in; the front end knows these functions by name. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include <stddef.h>

/* The path goes on only if the condition holds. In an atomic section the whole section waits for it. */
void __bmc_assume(_Bool condition);
/* Inside an atomic section: the section waits until the condition holds, for the object. Threads that all wait are
   deadlocked. */
void __bmc_wait(_Bool condition, void *object);
/* A limit of a model: what happens if the condition fails is not followed, as the text says. */
void __bmc_limit(_Bool condition, const char *text);
/* What the specification of a function demands of its caller; the text says what must hold. */
void __bmc_require(_Bool condition, const char *text);

/* No other thread runs between the two. */
void __bmc_atomic_begin(void);
void __bmc_atomic_end(void);

/* The thread holds the lock, or no longer does: to be said inside the section in which that becomes true. No two
   threads may hold one lock at the same time, and nobody else writes the first word of a lock that is held. */
void __bmc_hold(void *lock);
void __bmc_release(void *lock);

/* Contents: 0 arbitrary, 1 zeroed, BMC_INTERNAL arbitrary and no leak of the program's if it is left. */
#define BMC_INTERNAL 2
void *__bmc_allocate(size_t size, int contents);
void __bmc_free(void *block);
/* Of the block that begins there, alive or not. */
size_t __bmc_block_size(void *block);

/* Threads are numbered from 1, which is main. */
unsigned long __bmc_create_thread(void *(*function)(void *), void *argument);
void *__bmc_join_thread(unsigned long thread);
unsigned long __bmc_current_thread(void);
_Noreturn void __bmc_exit_thread(void *value);
_Noreturn void __bmc_exit_process(void);
/* The program is about to end in an orderly way: blocks that are left are leaks. */
void __bmc_check_leaks(void);

/* Whether the user's program mentions a function in some expression: a constant. */
int __bmc_mentions(const char *name);

/* Whether misuse of the library, or another kind of error, is looked for: a constant. */
int __bmc_checks(const char *check);
/* Whether a wait for a condition variable may end without a signal: a constant. */
int __bmc_spurious_wakeups(void);
int __bmc_spurious_failures(void);
/* Whether there may be no memory for a block: a constant. */
int __bmc_malloc_may_fail(void);
/* Whether a weak compare-exchange fails though the values are equal. */
_Bool __bmc_fails_spuriously(void);
/* Whether the program is run, not checked: a constant. */
int __bmc_is_run(void);

/*
 * Of the models, for each other.
 *
 * The stage of life of an object. One that is all zeros can be used at once, as PTHREAD_COND_INITIALIZER and the
 * like make it; one that lies in memory that was never written has any stage, mostly none of these. A stage is
 * kept only while misuse is looked for, and in most programs nothing writes it while several threads run: then
 * to look at it costs nothing.
 */
#define BMC_ZEROED 0u
#define BMC_INITIALISED 1u
#define BMC_DESTROYED 2u
#define BMC_IS_USABLE(stage) ((stage) <= BMC_INITIALISED)
/* Variables have lower addresses than functions, and what is made while the program runs has higher ones. Only of
   variables is it certain what they held before they were initialised. */
#define BMC_IS_STATIC(object, function) ((unsigned long)(object) < (unsigned long)(function))

/* Objects with attributes that are one word have this bit while they live; nothing but a call makes them. */
#define BMC_ATTRIBUTES 0x40000000
#define BMC_ARE_ATTRIBUTES(word) ((word) >> 30 == 1)
#define BMC_ATTRIBUTES_ARE_USABLE "the attributes have been initialised and not destroyed"
#define BMC_PROCESS_SHARED 0x20

/* Whether a function that waits can be told to wait until that time, by that clock. */
#define BMC_IS_TIME(time) ((unsigned long)(time)->tv_nsec < 1000000000)
#define BMC_IS_CLOCK(clock) ((clock) == CLOCK_REALTIME || (clock) == CLOCK_MONOTONIC)
/* POSIX leaves open whether the time of who need not wait is looked at. As with glibc it is not for mutexes and
   threads, and it is for everything else. */
#define BMC_UNTIL(time, error) ((error) == ETIMEDOUT && !BMC_IS_TIME(time) ? EINVAL : (error))

/* The kind of a mutex: its type and whether it is robust, where glibc has them; whether it was initialised by a
   call, and by one of C11 that lets it time out; or that it has been destroyed. */
#define BMC_MUTEX_TYPE 0x3
#define BMC_MUTEX_ROBUST 0x10
#define BMC_MUTEX_INITIALISED 0x1000
#define BMC_MUTEX_TIMED 0x2000
#define BMC_MUTEX_DESTROYED (-1)
#define BMC_IS_MUTEX(kind) \
    (((kind) & ~(BMC_MUTEX_TYPE | BMC_MUTEX_ROBUST | BMC_MUTEX_INITIALISED | BMC_MUTEX_TIMED)) == 0)
#define BMC_HAS_ROBUST (__bmc_mentions("pthread_mutexattr_setrobust") || __bmc_mentions("pthread_mutexattr_setrobust_np"))

/* What became of a robust mutex whose owner ended. */
#define BMC_CONSISTENT 0u
#define BMC_INCONSISTENT 1u
#define BMC_LOST 2u

/* The condition variable that the thread last waited for, if no signal ended that wait and the thread has released
   no mutex since. */
extern _Thread_local void *__bmc_woken_by;
#define BMC_WAITS_FOR_CONDITIONS \
    (__bmc_mentions("pthread_cond_wait") || __bmc_mentions("pthread_cond_timedwait") \
     || __bmc_mentions("pthread_cond_clockwait") || __bmc_mentions("cnd_wait") || __bmc_mentions("cnd_timedwait"))

/* By the rules of C11; the failure is that of the function of POSIX. */
int __bmc_take_mutex_of_c11(void *mutex, int failure);

/* Whether there is no memory for a block; errno says so. */
_Bool __bmc_is_refused(void);

/* As memcpy, of blocks that are known not to overlap; and the blocks of a memcpy that must not. */
void *__bmc_copy_bytes(void *to, const void *from, size_t size);
void __bmc_require_apart(const void *to, const void *from, size_t size);

_Bool __bmc_has_ended(unsigned long thread);
_Bool __bmc_is_known(unsigned long thread);
/* With the value that the thread ends with. */
void __bmc_run_cleanup(void *value);
void __bmc_destroy_values(void);
_Bool __bmc_cancel_requested(void);
void __bmc_run_exit_handlers(void);

/* Known by name only, since they take any type: __bmc_checked(expression), the expression, whose undefined
   arithmetic is a mistake of the caller; __bmc_wrapping(expression), which wraps around; __bmc_float_bits(x), the bits of a float or a double as an
   unsigned integer, and __bmc_bits_float(bits), the number that an unsigned int or unsigned long long holds. */

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
double __VERIFIER_nondet_double(void);

#endif
