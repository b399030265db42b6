// expect: violated assert line=18

/* Three threads that should go hand over hand release the first mutex before they take the second, and overtake each
   other on the way. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned first_place, second_place;

static void *worker(void *unused) {
    while (1) {
        pthread_mutex_lock(&first_lock);
        unsigned number = first_place++;
        pthread_mutex_unlock(&first_lock);
        pthread_mutex_lock(&second_lock);
        assert(second_place == number);
        second_place = number + 1;
        pthread_mutex_unlock(&second_lock);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
