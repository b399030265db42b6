typedef float four __attribute__((__vector_size__(16), __may_alias__));
four sum_of(four a, four b);
static inline four __attribute__((__always_inline__)) add(four a, four b) { return (four)(a + b); }
double _Complex root_of(double _Complex z);
static inline _Float16 _Complex conjugate(_Float16 _Complex z) { return ~z; }
_Static_assert(sizeof(four) == 16 && _Alignof(four) == 16, "a vector has its size");
_Static_assert(sizeof(float _Complex) == 8 && _Alignof(float _Complex) == 4, "a complex number has two parts");
four zeros, others;
int main(void) {
    others = zeros;
    return 0;
}
