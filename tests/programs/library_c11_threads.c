// expect: violated assert line=40
// also: race
// rounds: 2   min-rounds: 2

/* Threads, mutexes and thread-specific values of C11; the last assertion is a race. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
tss_t key;
int locked, unlocked;

int run(void *argument)
{
    assert(tss_get(key) == 0);
    tss_set(key, argument);
    mtx_lock(&mutex);
    locked++;
    mtx_unlock(&mutex);
    unlocked++;
    assert(tss_get(key) == argument);
    return 7;
}

int main(void)
{
    thrd_t thread;
    int value = 0;
    mtx_init(&mutex, mtx_plain);
    tss_create(&key, 0);
    thrd_create(&thread, run, &value);
    mtx_lock(&mutex);
    locked++;
    mtx_unlock(&mutex);
    unlocked++;
    assert(thrd_join(thread, &value) == thrd_success);
    assert(value == 7);
    assert(locked == 2);
    assert(tss_get(key) == 0);
    assert(unlocked == 2);
    return 0;
}
