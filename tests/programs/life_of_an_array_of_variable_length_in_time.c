// expect: safe
// data-models: both

// Lent to a thread that ends before the block does, with a size that only the run knows.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void *fill(void *array) {
    int *a = array;
    a[1] = 7;
    return 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 4)
        return 0;
    pthread_t id;
    {
        int a[n];
        a[n - 1] = 1;
        pthread_create(&id, 0, fill, a);
        pthread_join(id, 0);
        assert(a[1] == 7);
    }
    return 0;
}
