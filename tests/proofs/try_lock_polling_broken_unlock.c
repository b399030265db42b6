// expect: violated api line=23

/* A thread that polls a mutex and releases it whether it was refused or not, though another thread may hold it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static unsigned refused;

static void use(void) {
    inside++;
    assert(inside == 1);
    inside--;
}

static void *polling(void *unused) {
    while (1) {
        if (pthread_mutex_trylock(&lock) == 0)
            use();
        else
            refused++;
        pthread_mutex_unlock(&lock);
    }
}

static void *waiting(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        use();
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, polling, NULL);
    pthread_create(&second, NULL, waiting, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
