// expect: safe
// rounds: 3

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int verbosity;
};

struct config *instance;
int initialisations;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
    struct config *result;
    pthread_mutex_lock(&guard);
    if (instance == NULL) {
        instance = malloc(sizeof *instance);
        instance->verbosity = 1;
        initialisations++;
    }
    result = instance;
    pthread_mutex_unlock(&guard);
    return result;
}

void *client(void *arg) {
    struct config *config = get();
    assert(config->verbosity == 1);
    assert(initialisations == 1);
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
