// expect: violated api line=14
// also: race
// min-rounds: 1

/* Two threads both find the module not set up: the second one initialises a mutex that is in use. */
#include <pthread.h>

pthread_mutex_t lock;
int ready, uses;

void use(void)
{
    if (!ready) {
        pthread_mutex_init(&lock, 0);
        ready = 1;
    }
    pthread_mutex_lock(&lock);
    uses++;
    pthread_mutex_unlock(&lock);
}

void *user(void *unused)
{
    use();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
    use();
    pthread_join(thread, 0);
    return 0;
}
