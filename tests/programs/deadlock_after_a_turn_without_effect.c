// expect: violated deadlock line=18
// rounds: 2   min-rounds: 2
// options: --check deadlock

/* In its second turn main does nothing that others can see: it leaves `lend` and waits for ever. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int lent;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&woken, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *helper(void *variable) {
    __VERIFIER_assume(lent == 1);
    *(int *)variable = 2;
    return 0;
}

static void lend(void) {
    pthread_t thread;
    int own = 1;
    pthread_create(&thread, 0, helper, &own);
    lent = 1;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sleeper, 0);
    lend();
    pthread_join(thread, 0);
    return 0;
}
