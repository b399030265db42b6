// expect: safe

/* Handlers run from the last to the first, when popped with 1 and when the thread exits inside. */
#include <assert.h>
#include <pthread.h>

int order[4];
int count;

void note(void *number)
{
    order[count] = (int)(long)number;
    count++;
}

void *worker(void *argument)
{
    pthread_cleanup_push(note, (void *)1);
    pthread_cleanup_push(note, (void *)2);
    pthread_cleanup_push(note, (void *)3);
    pthread_cleanup_pop(1);
    pthread_exit((void *)7);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    assert(result == (void *)7);
    assert(count == 3 && order[0] == 3 && order[1] == 2 && order[2] == 1);
    return 0;
}
