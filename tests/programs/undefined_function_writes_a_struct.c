// expect: violated assert line=22
// also: race
// rounds: 1   unwind: 1   min-rounds: 1

/* All members, of a struct that another thread reads meanwhile. */
#include <assert.h>
#include <pthread.h>

struct message {
    char kind;
    struct {
        long number;
        short parts[2];
    } body;
} message;

void receive(struct message *into);

void *reader(void *argument)
{
    if (message.kind == 'n')
        assert(message.body.number == 0 || message.body.parts[1] == 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    receive(&message);
    pthread_join(thread, 0);
    return 0;
}
