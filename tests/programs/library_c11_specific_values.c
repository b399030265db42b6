// expect: no-violation
// rounds: 3   unwind: 20

/* The destructor of a key of C11 runs with the value of the thread that ends, unless the key was deleted. */
#include <assert.h>
#include <threads.h>

tss_t kept, deleted;
int destroyed;

void destroy(void *value) {
    *(int *)value += 10;
    destroyed++;
}

int work(void *argument) {
    assert(tss_get(kept) == 0);
    assert(tss_set(kept, argument) == thrd_success && tss_set(deleted, argument) == thrd_success);
    assert(tss_get(kept) == argument && *(int *)tss_get(deleted) == 1);
    tss_delete(deleted);
    return 0;
}

int main(void) {
    thrd_t thread;
    int value = 1;
    assert(tss_create(&kept, destroy) == thrd_success && tss_create(&deleted, destroy) == thrd_success);
    thrd_create(&thread, work, &value);
    thrd_join(thread, 0);
    assert(value == 11 && destroyed == 1 && tss_get(kept) == 0);
    return 0;
}
