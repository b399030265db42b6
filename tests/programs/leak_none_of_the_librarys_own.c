// expect: no-violation
// rounds: 2   unwind: 1
// options: --check leak

/* What the library keeps for itself (arguments, the environment, what a thread needs to start) is nobody's leak. */
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

static pthread_key_t key;

static int run(void *arg) {
    return arg != 0;
}

static void *work(void *arg) {
    pthread_setspecific(key, &key);
    return arg;
}

int main(int argc, char **argv) {
    pthread_t thread;
    thrd_t other;
    char *home = getenv("HOME");
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, work, argc > 1 ? argv[1] : home);
    thrd_create(&other, run, 0);
    return 0;
}
