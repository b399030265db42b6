// expect: violated assert line=21
// rounds: 1   min-rounds: 1

/* The flag says that something was pushed once, not that it is still there. */
#include <assert.h>
#include <pthread.h>

#define SIZE 2

int stack[SIZE];
int top;
int pushed;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
    assert(top < SIZE);
    stack[top++] = value;
}

static int pop(void) {
    assert(top > 0);
    return stack[--top];
}

void *pusher(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        push(i);
        pushed = 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void *popper(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        if (pushed)
            pop();
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
