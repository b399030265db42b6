// expect: violated assert line=29
// also: race
// rounds: 3   min-rounds: 3

/* A literal that leaves members out: what it says stands in the struct at no other time than its zeros. */
#include <assert.h>
#include <pthread.h>

typedef struct {
    int row;
    double norm;
} task;

task tasks[2];

void *work(void *argument) {
    task *own = argument;
    own->norm += own->row;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        tasks[i] = (task){.row = i + 1};
        pthread_create(&threads[i], 0, work, &tasks[1]);
    }
    pthread_join(threads[0], 0), pthread_join(threads[1], 0);
    assert(tasks[1].norm == 0 || tasks[1].norm == 4);
    return 0;
}
