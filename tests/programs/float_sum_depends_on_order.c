// expect: violated assert line=29
// rounds: 3   min-rounds: 3

/* Every deposit arrives, but addition of floats is not associative: in the order of the threads the small one
   survives, in the other order it is rounded away. */
#include <assert.h>
#include <pthread.h>

float sum = -16777216.0f;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void add(float amount) {
    pthread_mutex_lock(&guard);
    sum += amount;
    pthread_mutex_unlock(&guard);
}

static void *large(void *arg) { add(16777216.0f); return arg; }
static void *small(void *arg) { add(-0.5f); return arg; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, large, NULL);
    pthread_create(&second, NULL, small, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    /* Before the large one: -16777216.5 is a tie and becomes -16777216. */
    assert(sum == -0.5f || sum == 0);
    assert(sum != 0);
    return 0;
}
