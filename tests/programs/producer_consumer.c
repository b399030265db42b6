// expect: violated assert line=34
// also: race
// rounds: 2   unwind: 2   min-rounds: 2

/* Two producers fill a counter under a mutex; two consumers test it and take from it without one. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

pthread_mutex_t mutex;
int c;

void *producer(void *arg) {
    int amount = *(int *)arg;
    pthread_mutex_lock(&mutex);
    if (c > 0) {
        c++;
    } else {
        c = 0;
        while (amount > 0) {
            c++;
            amount--;
        }
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

void *consumer(void *arg) {
    if (c > 0) {
        c--;
        assert(c >= 0);
    }
    return NULL;
}

int main(void) {
    pthread_t p1, p2, c1, c2;
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    __VERIFIER_assume(first > 0 && second > 0);
    pthread_mutex_init(&mutex, NULL);
    pthread_create(&p1, NULL, producer, &first);
    pthread_create(&p2, NULL, producer, &second);
    pthread_create(&c1, NULL, consumer, NULL);
    pthread_create(&c2, NULL, consumer, NULL);
    pthread_join(p1, NULL);
    pthread_join(p2, NULL);
    pthread_join(c1, NULL);
    pthread_join(c2, NULL);
    return 0;
}
