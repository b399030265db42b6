// expect: safe

/* pthread_once sets the module up for everyone. */
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
pthread_mutex_t lock;
int uses;

void set_up(void)
{
    pthread_mutex_init(&lock, 0);
}

void use(void)
{
    pthread_once(&control, set_up);
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
    assert(uses == 2);
    pthread_mutex_destroy(&lock);
    return 0;
}
