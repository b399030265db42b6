// expect: violated assert line=46
// also: race

/* The lock of Mellor-Crummey and Scott, but a thread looks at the end of the queue and puts itself there in two
   steps, so that two may find it empty. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
    _Atomic(struct node *) next;
    atomic_bool waiting;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static int inside;

static void lock(struct node *mine) {
    mine->next = NULL;
    mine->waiting = true;
    struct node *predecessor = tail;
    tail = mine;
    if (predecessor == NULL)
        return;
    predecessor->next = mine;
    while (mine->waiting)
        ;
}

static void unlock(struct node *mine) {
    struct node *last = mine;
    if (mine->next == NULL && atomic_compare_exchange_strong(&tail, &last, NULL))
        return;
    while (mine->next == NULL)
        ;
    struct node *successor = mine->next;
    successor->waiting = false;
}

static void *worker(void *node) {
    while (1) {
        lock(node);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(node);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, &nodes[0]);
    pthread_create(&second, NULL, worker, &nodes[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
