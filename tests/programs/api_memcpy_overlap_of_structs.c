// expect: violated api line=30
// min-rounds: 2

/* An element is copied to itself if the worker has changed the index. */
#include <pthread.h>
#include <string.h>

struct entry {
    char tag;
    int value;
    long long sum;
};
struct entry table[2];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int last = 1;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    last = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    memcpy(&table[0], &table[last], sizeof(struct entry));
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
