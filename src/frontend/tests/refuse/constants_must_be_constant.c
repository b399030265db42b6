// error 5: this must be a constant expression
// error 6: static assertion failed: "one is not two"
// error 7: the size of an array must not be negative
int f(void) { return 1; } int main(void) {
    enum { A = f() };
    _Static_assert(1 == 2, "one is not two");
    int a[-1];
    return 0;
}
