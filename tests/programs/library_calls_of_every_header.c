// expect: violated assert line=108
// rounds: 2   unwind: 12   min-rounds: 2

/* One call of everything that a header may define as a macro, an inline function or with types of its own. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_spinlock_t spin;
pthread_barrier_t barrier;
pthread_key_t key;
sem_t semaphore;

atomic_int number = ATOMIC_VAR_INIT(3);
_Atomic long counter;
atomic_flag flag = ATOMIC_FLAG_INIT;
atomic_bool truth;
_Atomic(int *) pointer;

int started, value = 7;

void start(void) {
    started++;
}

void *thread(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&number, 1);
    sem_post(&semaphore);
    return argument;
}

void atomics(void) {
    int expected = 5;
    assert(atomic_load(&number) == 3);
    atomic_store(&number, 4);
    assert(atomic_exchange(&number, 5) == 4);
    assert(atomic_compare_exchange_strong(&number, &expected, 6));
    assert(!atomic_compare_exchange_weak_explicit(&number, &expected, 9, memory_order_acquire, memory_order_relaxed));
    assert(expected == 6);
    assert(!atomic_flag_test_and_set(&flag));
    assert(atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear(&flag);
    atomic_init(&counter, 9);
    assert(atomic_fetch_sub_explicit(&counter, 2, memory_order_relaxed) == 9);
    atomic_store(&pointer, &value);
    assert(*atomic_load(&pointer) == 7);
    atomic_store(&truth, true);
    assert(atomic_load(&truth));
    atomic_thread_fence(memory_order_seq_cst);
    number++;
    number += 2;
    assert(number == 9);
}

void library(void) {
    assert(isdigit('5') && !isalpha('5') && toupper('a') == 'A' && isspace(' ') && tolower('Q') == 'q');
    errno = 0;
    assert(atoi("12") == 12 && abs(-3) == 3 && errno == 0);
    char text[16];
    strcpy(text, "abc");
    strcat(text, "d");
    assert(strlen(text) == 4 && !strcmp(text, "abcd") && strchr(text, 'c') == text + 2);
    memset(text, 0, sizeof text);
    memcpy(text, "xy", 3);
    memmove(text + 1, text, 2);
    assert(text[1] == 'x' && memcmp(text, "xx", 2) == 0);
    printf("%d %" PRIu64 "\n", value, UINT64_C(3));
    fprintf(stderr, "x");
    fflush(stdout);
}

int main(void) {
    pthread_t id;
    pthread_attr_t attributes;
    pthread_mutexattr_t kind;
    pthread_mutex_t recursive;
    void *result;

    atomics();
    library();
    sem_init(&semaphore, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_create(&id, &attributes, thread, &value);
    usleep(10);
    sched_yield();
    sem_wait(&semaphore);
    assert(number == 10);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    pthread_join(id, &result);
    assert(result == &value);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &kind);
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_once(&once, start);
    pthread_once(&once, start);
    assert(started == 1);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&spin);
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &value);
    assert(pthread_getspecific(key) == &value);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_barrier_init(&barrier, NULL, 1);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    exit(0);
}
