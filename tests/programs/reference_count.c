// expect: safe
// rounds: 3

/* The last owner frees the object; the count is changed atomically. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct object {
    int references;
    int payload;
};

int frees;

static void release(struct object *object) {
    __VERIFIER_atomic_begin();
    int left = --object->references;
    __VERIFIER_atomic_end();
    if (left == 0) {
        frees++;
        free(object);
    }
}

void *owner(void *arg) {
    struct object *object = arg;
    int copy = object->payload;
    assert(copy == 5);
    release(object);
    return NULL;
}

int main(void) {
    struct object *object = malloc(sizeof(struct object));
    pthread_t a, b;
    object->references = 2;
    object->payload = 5;
    pthread_create(&a, NULL, owner, object);
    pthread_create(&b, NULL, owner, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(frees == 1);
    return 0;
}
