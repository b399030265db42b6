// expect: violated pointer line=17
// rounds: 1   min-rounds: 1

/* What is defined constant stays so, whatever the pointer says that leads there. */
#include <pthread.h>

struct limits {
    const int least;
    int greatest;
} limits[2] = { { 1, 5 }, { 2, 6 } };

void *worker(void *arg) {
    struct limits *mine = arg;
    mine->greatest++;
    int *number = (int *)&mine->least;
    if (mine->greatest == 7)
        *number = 0;
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, worker, &limits[1]);
    pthread_join(id, 0);
    return limits[1].least;
}
