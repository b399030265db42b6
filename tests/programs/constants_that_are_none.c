// expect: safe

/* A constant way to a variable does not make it constant, and constants get their first contents. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    const int key;
    int value;
    const struct node *next;
};
static const struct node last = { 7, 8, 0 };
static const struct node nodes[2] = { { 1, 2, &last }, { 3, 4, nodes } };

static struct node copy_of(const struct node *from) {
    const struct node copy = *from;
    struct node result = { copy.key, copy.value, &nodes[0] };
    result.value++;
    return result;
}

void *worker(void *arg) {
    const int *shown = arg;
    *(int *)shown = 5;
    return 0;
}

int main(void) {
    pthread_t id;
    int variable = 0, sum = 0;
    const int *shown = &variable;
    pthread_create(&id, 0, worker, (void *)shown);
    pthread_join(id, 0);
    assert(*shown == 5);
    for (int i = 0; i < 2; i++) {
        const struct node here = copy_of(&nodes[i]);
        const int *key = &here.key;
        sum += *key + here.value + here.next->next->key;
    }
    assert(sum == 1 + 3 + 7 + 3 + 5 + 7);
    struct node *block = malloc(sizeof *block);
    *(int *)&block->key = 9;
    assert(block->key == 9);
    free(block);
    const int *literal = (const int[]){ 1, 2 };
    return literal[1] - 2;
}
