// expect: violated race
// rounds: 2   unwind: 2   min-rounds: 1
// options: --check race
/* What is expected is shared. The exchange writes it whenever it fails, and nothing but a failure without need makes
   it fail here. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int n;
int expected;

void *reader(void *unused) {
    return expected ? &expected : 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, reader, 0);
    while (!atomic_compare_exchange_weak(&n, &expected, 1))
        ;
    pthread_join(id, 0);
    return 0;
}
