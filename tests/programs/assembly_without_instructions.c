// expect: violated assert line=28
// rounds: 1   min-rounds: 1

/* An empty text hides values from a compiler and changes none; an output that nothing is put into is arbitrary. */
#include <assert.h>

int side;

int call(int value) {
    side++;
    return value;
}

int main(void) {
    int x = 4, y = 0, z = 0, arbitrary = 0;
    __asm__ __volatile__("" ::: "memory");
    asm volatile("mfence\n\tlfence" : : : "memory");
    asm volatile("lock; addl $0,0(%%esp)" ::: "memory", "cc");
    asm volatile("rep; nop");
    asm volatile("pause" : : "r"(call(1)));
    asm volatile("" : "+r"(x));
    assert(x == 4 && side == 1);
    asm("" : "=r"(y) : "0"(x + 1));
    asm volatile("" : [out] "=r"(z) : [in] "[out]"(call(7)), "r"(y));
    assert(y == 5 && z == 7 && side == 2);
    asm("" : "=r"(arbitrary));
    assert(y == 5 && z == 7 && x == 4);
    assert(arbitrary == 0);
    return 0;
}
