// expect: bounded
// rounds: 3   unwind: 3

/* A server whose loop takes requests from a mailbox, skips bad ones and answers the others. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAILBOX 4

enum operation { OP_PING, OP_GET, OP_PUT, OP_STOP };

struct request {
    enum operation operation;
    int key;
    int value;
    int status;
    bool done;
    pthread_mutex_t lock;
    pthread_cond_t answered;
};

struct server {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    struct request *mailbox[MAILBOX];
    unsigned first;
    unsigned last;
    int table[2];
    int handled;
    int rejected;
    pthread_t thread;
};

static void request_answer(struct request *request, int status)
{
    pthread_mutex_lock(&request->lock);
    request->status = status;
    request->done = true;
    pthread_cond_signal(&request->answered);
    pthread_mutex_unlock(&request->lock);
}

static struct request *server_receive(struct server *server)
{
    struct request *request;

    pthread_mutex_lock(&server->lock);
    while (server->first == server->last)
        pthread_cond_wait(&server->arrived, &server->lock);
    request = server->mailbox[server->first % MAILBOX];
    server->first++;
    pthread_mutex_unlock(&server->lock);
    return request;
}

static void *server_loop(void *arg)
{
    struct server *server = arg;

    for (;;) {
        struct request *request = server_receive(server);

        if (request->operation == OP_STOP) {
            request_answer(request, 0);
            break;
        }
        if (request->operation == OP_PING) {
            server->handled++;
            request_answer(request, 0);
            continue;
        }
        if (request->key < 0 || request->key >= 2) {
            server->rejected++;
            request_answer(request, EINVAL);
            continue;
        }
        if (request->operation == OP_PUT)
            server->table[request->key] = request->value;
        else
            request->value = server->table[request->key];
        server->handled++;
        request_answer(request, 0);
    }
    return NULL;
}

static int server_post(struct server *server, struct request *request)
{
    int result = 0;

    pthread_mutex_lock(&server->lock);
    if (server->last - server->first == MAILBOX) {
        result = EAGAIN;
    } else {
        server->mailbox[server->last % MAILBOX] = request;
        server->last++;
        pthread_cond_signal(&server->arrived);
    }
    pthread_mutex_unlock(&server->lock);
    return result;
}

static int server_call(struct server *server, enum operation operation, int key, int *value)
{
    struct request request = { .operation = operation, .key = key };
    int result;

    if (value)
        request.value = *value;
    if (pthread_mutex_init(&request.lock, NULL) != 0)
        return ENOMEM;
    if (pthread_cond_init(&request.answered, NULL) != 0) {
        pthread_mutex_destroy(&request.lock);
        return ENOMEM;
    }
    result = server_post(server, &request);
    if (result == 0) {
        pthread_mutex_lock(&request.lock);
        while (!request.done)
            pthread_cond_wait(&request.answered, &request.lock);
        pthread_mutex_unlock(&request.lock);
        result = request.status;
        if (value)
            *value = request.value;
    }
    pthread_cond_destroy(&request.answered);
    pthread_mutex_destroy(&request.lock);
    return result;
}

static int server_start(struct server *server)
{
    memset(server, 0, sizeof *server);
    if (pthread_mutex_init(&server->lock, NULL) != 0)
        return -1;
    if (pthread_cond_init(&server->arrived, NULL) != 0) {
        pthread_mutex_destroy(&server->lock);
        return -1;
    }
    if (pthread_create(&server->thread, NULL, server_loop, server) != 0) {
        pthread_cond_destroy(&server->arrived);
        pthread_mutex_destroy(&server->lock);
        return -1;
    }
    return 0;
}

static int server_stop(struct server *server)
{
    int error = server_call(server, OP_STOP, 0, NULL);

    if (error)
        return error;
    pthread_join(server->thread, NULL);
    pthread_cond_destroy(&server->arrived);
    pthread_mutex_destroy(&server->lock);
    return 0;
}

struct client {
    struct server *server;
    pthread_t thread;
    int key;
    int errors;
};

static void *client_run(void *arg)
{
    struct client *client = arg;
    int written = 10 + client->key;
    int read = 0;

    if (server_call(client->server, OP_PUT, client->key, &written) != 0) {
        client->errors++;
        return NULL;
    }
    if (server_call(client->server, OP_GET, client->key, &read) != 0)
        client->errors++;
    else
        assert(read == written);
    return NULL;
}

int main(void)
{
    struct server server;
    struct client client = { .server = &server, .key = 1 };
    int error;

    if (server_start(&server) != 0) {
        fprintf(stderr, "cannot start the server\n");
        return EXIT_FAILURE;
    }
    error = pthread_create(&client.thread, NULL, client_run, &client);
    if (server_call(&server, OP_GET, 7, NULL) == 0)
        fprintf(stderr, "key 7 exists?\n");
    if (error == 0)
        pthread_join(client.thread, NULL);
    if (server_stop(&server) != 0) {
        fprintf(stderr, "cannot stop the server\n");
        return EXIT_FAILURE;
    }
    assert(server.first == server.last);
    if (error == 0 && client.errors == 0) {
        assert(server.handled == 2);
        assert(server.table[1] == 11);
    }
    printf("%d handled, %d rejected\n", server.handled, server.rejected);
    return error ? EXIT_FAILURE : EXIT_SUCCESS;
}
