// expect: violated api line=17
// min-rounds: 1

/* The structure comes from malloc, and only its mutex is initialised. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
};

int main(void)
{
    struct queue *queue = malloc(sizeof(struct queue));
    pthread_mutex_init(&queue->lock, 0);
    pthread_cond_broadcast(&queue->filled);
    return 0;
}
