/* What the models are written in; the front end knows these functions by name. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include <stddef.h>

/* The path goes on only if the condition holds. In an atomic section the whole section waits for it. */
void __bmc_assume(_Bool condition);
/* Inside an atomic section: the section waits until the condition holds, for the object. Threads that all wait are
   deadlocked. */
void __bmc_wait(_Bool condition, void *object);
/* A limit of a model. */
void __bmc_assert(_Bool condition, const char *text);
/* What the specification of a function demands of its caller; the text says what must hold. */
void __bmc_require(_Bool condition, const char *text);

/* No other thread runs between the two. */
void __bmc_atomic_begin(void);
void __bmc_atomic_end(void);

/* The thread holds the lock, or no longer does: to be said inside the section in which that becomes true. No two
   threads may hold one lock at the same time. */
void __bmc_hold(void *lock);
void __bmc_release(void *lock);

void *__bmc_allocate(size_t size, int zeroed);
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

/* Of the models, for each other. */
void __bmc_run_cleanup(void);
void __bmc_destroy_values(void);
_Bool __bmc_cancel_requested(void);
void __bmc_run_exit_handlers(void);

/* Known by name only, since they take any type: __bmc_float_bits(x), the bits of a float or a double as an
   unsigned integer, and __bmc_bits_float(bits), the number that an unsigned int or unsigned long long holds. */

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);

#endif
