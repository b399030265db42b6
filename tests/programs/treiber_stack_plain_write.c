// expect: violated assert line=35
// also: race
// rounds: 3   min-rounds: 3

/* The new top is written without comparing: one of the two nodes is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *top;

static void push(int value) {
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = top;
    top = node;
}

void *pusher(void *arg) {
    push((int)(long)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, (void *)3L);
    pthread_create(&b, NULL, pusher, (void *)4L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(top->next != NULL);
    return 0;
}
