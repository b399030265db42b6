// expect: safe-under-assumptions
// names: log_value returns, with any value
// names: limit begins with any contents

/* A function without a body changes nothing but what its parameters point to, and that only if it is not constant; its
   arguments are evaluated; its address is a valid one. */
#include <assert.h>

struct pair {
    int left;
    int right;
};

extern int limit;
int counter;

void log_value(int value, const int *place);
struct pair read_pair(int which);
unsigned char read_byte(void);
int (*reader)(int) ;
int open_reader(int channel);

int main(void)
{
    log_value(counter++, &counter);
    assert(counter == 1);
    struct pair pair = read_pair(0);
    assert(pair.left == pair.left);
    assert(read_byte() <= 255);
    reader = open_reader;
    int value = reader(3);
    assert(value == value);
    int before = limit;
    implicitly_declared(before, counter++);
    assert(limit == before && counter == 2);
    return 0;
}
