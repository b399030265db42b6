// error 8: unsupported: complex numbers
// error 10: unsupported: inline assembly ('cli')
// error 11: unsupported: inline assembly ('mov %1, %0')
// error 12: unsupported: signalling NaN
// error 13: unsupported: jumps between functions ('setjmp')
// error 14: unsupported: signals ('signal')
int main(void) {
    double d = 1.5i;
    int n = 3;
    __asm__("cli");
    __asm__("mov %1, %0" : "=r"(n) : "r"(n));
    n = __builtin_nans("");
    setjmp(0);
    signal(2, 0);
    __asm__ volatile("rep; nop\n\tmfence" ::: "memory");
    return n;
}
