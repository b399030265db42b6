// expect: error "asm"

int main(void) {
    int x = 0;
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
