// expect: no-violation
// rounds: 1   unwind: 1

// The index of the pool is written three times, whatever else is written: the nodes stay apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    unsigned value;
    _Atomic(struct node *) next;
};
struct node pool[8];
_Atomic(struct node *) head, tail;
atomic_uint used;

struct node *take(void) {
    unsigned index = atomic_fetch_add(&used, 1);
    assert(index < 8);
    return &pool[index];
}

void *enqueue(void *unused) {
    struct node *node = take(), *last, *next;
    node->value = 42;
    atomic_store(&node->next, 0);
    while (1) {
        last = atomic_load(&tail);
        next = atomic_load(&last->next);
        if (last != atomic_load(&tail))
            continue;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        struct node *nothing = 0;
        if (atomic_compare_exchange_strong(&last->next, &nothing, node))
            break;
    }
    atomic_compare_exchange_strong(&tail, &last, node);
    return 0;
}

void *dequeue(void *unused) {
    while (1) {
        struct node *first = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&first->next);
        if (first != atomic_load(&head))
            continue;
        if (first != last) {
            assert(next->value == 42);
            if (atomic_compare_exchange_strong(&head, &first, next))
                return 0;
        } else if (!next) {
            return 0;
        } else {
            atomic_compare_exchange_strong(&tail, &last, next);
        }
    }
}

int main(void) {
    pthread_t a, b, c;
    struct node *dummy = take();
    atomic_store(&head, dummy);
    atomic_store(&tail, dummy);
    pthread_create(&a, 0, enqueue, 0);
    pthread_create(&b, 0, enqueue, 0);
    pthread_create(&c, 0, dequeue, 0);
    return 0;
}
