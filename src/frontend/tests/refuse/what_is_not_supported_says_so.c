// error 8: unsupported: functions with a variable number of arguments
// error 10: unsupported: complex numbers
// error 11: unsupported: arrays of variable length
// error 12: unsupported: inline assembly
// error 13: unsupported: inline assembly with outputs
// error 14: unsupported: signalling NaN
// error 15: unsupported: 'setjmp'
int many(int first, ...) { return first; }
int main(void) {
    double d = 1.5i;
    int n = 3, a[n];
    __asm__("nop");
    __asm__("mov %1, %0" : "=r"(n) : "r"(n));
    n = __builtin_nans("");
    setjmp(0);
    return many(1, 2);
}
