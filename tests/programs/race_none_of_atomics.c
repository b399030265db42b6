// expect: safe
// options: --check race

/* Both sides are atomic: by a builtin, by an atomic type and in an atomic section. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int ticket, count;
static atomic_int drawn;

static void *draw(void *arg) {
    __atomic_fetch_add(&ticket, 1, __ATOMIC_SEQ_CST);
    drawn++;
    __VERIFIER_atomic_begin();
    count++;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, draw, 0);
    pthread_create(&second, 0, draw, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
