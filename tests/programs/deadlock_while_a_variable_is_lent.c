// expect: violated deadlock line=21
// rounds: 2   min-rounds: 2   unwind: 41
// options: --check deadlock

/* The helper writes to a variable of `lend` before that returns; only then main comes to wait for the sleeper, which
   nobody wakes. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int lent;
static int nap;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!nap)
        pthread_cond_wait(&woken, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *helper(void *variable) {
    long *word = variable;
    __VERIFIER_assume(lent == 1);
    for (int i = 0; i < 40; i++)
        word[i] = 2;
    return 0;
}

static void lend(void) {
    pthread_t thread;
    long own[40] = {1};
    pthread_create(&thread, 0, helper, own);
    lent = 1;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sleeper, 0);
    lend();
    lent = 2;
    pthread_join(thread, 0);
    return 0;
}
