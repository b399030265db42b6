// expect: violated assert line=30
// also: race
// rounds: 2   min-rounds: 2

/* Both threads find the singleton missing, and both make one. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int verbosity;
};

struct config *instance;
int initialisations;

static struct config *get(void) {
    if (instance == NULL) {
        struct config *fresh = malloc(sizeof *fresh);
        fresh->verbosity = 1;
        instance = fresh;
        initialisations++;
    }
    return instance;
}

void *client(void *arg) {
    struct config *config = get();
    assert(config->verbosity == 1);
    assert(initialisations <= 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
