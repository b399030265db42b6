// expect: violated assert line=24
// also: race
// rounds: 2   min-rounds: 2

// Without its padding, the message that one thread writes byte by byte is what the other reads as a struct.
#include <assert.h>
#include <pthread.h>
#pragma pack(push, 1)
struct message {
    unsigned char kind;
    unsigned short length;
};
#pragma pack(pop)
unsigned char buffer[3];
void *writer(void *unused) {
    (void)unused;
    buffer[1] = 0xff;
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    struct message *message = (struct message *)buffer;
    assert(message->length == 0);
    pthread_join(thread, 0);
    return 0;
}
