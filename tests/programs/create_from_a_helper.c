// expect: violated assert line=30
// also: race
// rounds: 2   min-rounds: 2

/* Threads created in a loop of a helper, some by a thread, and joined elsewhere; the last look comes too early. */
#include <assert.h>
#include <pthread.h>

pthread_t threads[3];
int marks[3], finished;

void *work(void *argument) {
    marks[(long)argument] = 1;
    return argument;
}

void *start_more(void *argument) {
    for (long i = 1; i < 3; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    finished = 1;
    return 0;
}

int main(void) {
    void *number;
    pthread_create(&threads[0], 0, start_more, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[2], &number);
    assert(finished == 1 && number == (void *)2 && marks[2] == 1);
    assert(marks[1] == 1);
    return 0;
}
