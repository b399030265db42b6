// expect: violated assert line=17
// rounds: 1   min-rounds: 1

/* The order of bytes on a network; the program forgets to turn one number around. */
#include <arpa/inet.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned int number = __VERIFIER_nondet_uint();
    unsigned short port = __VERIFIER_nondet_ushort();
    assert(htonl(0x01020304) == 0x04030201 && htons(0x0102) == 0x0201);
    assert(ntohl(htonl(number)) == number && ntohs(htons(port)) == port);
    assert(ntohl(0xff) == 0xff000000 && ntohs(1) == 256);
    assert(htonl(number) == number);
    return 0;
}
