// expect: violated assert line=37
// also: race

/* The filter lock for three threads, but with one level too few: each level holds back one thread, so two come
   through. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int level[THREADS];
static atomic_int last_to_come[THREADS];
static int inside;
static int names[THREADS] = {0, 1, 2};

static void lock(int self) {
    for (int here = 1; here < THREADS - 1; here++) {
        level[self] = here;
        last_to_come[here] = self;
        for (int other = 0; other < THREADS; other++) {
            while (other != self && level[other] >= here && last_to_come[here] == self)
                ;
        }
    }
}

static void unlock(int self) {
    level[self] = 0;
}

static void *worker(void *name) {
    int self = *(int *)name;
    while (1) {
        lock(self);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(self);
    }
}

int main(void) {
    pthread_t second, third;
    pthread_create(&second, NULL, worker, &names[1]);
    pthread_create(&third, NULL, worker, &names[2]);
    worker(&names[0]);
    return 0;
}
