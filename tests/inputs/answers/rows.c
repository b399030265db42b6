/* A table is made before two threads use it; how long it is depends on the input. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[100], length, used;

void *use(void *arg) {
    pthread_mutex_lock(&lock);
    table[used] = 1;
    used++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    length = __VERIFIER_nondet_int();
    if (length < 4 || length > 100)
        length = 4;
    for (int row = 0; row < length; row++)
        table[row] = 0;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(used == 2);
    return 0;
}
