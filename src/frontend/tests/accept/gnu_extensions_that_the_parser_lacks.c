typedef int number;
typedef _Float64 sixty_four;
extern _Float32 unused_function(_Float32);
struct pair { int a, b; };
struct pair cleared = {};
struct nothing {};
int no_elements[0];
static __thread int thread_local_one = 3;
extern __thread int thread_local_two;
struct with_range { int __thread_count; };
typedef __builtin_va_list arguments;
extern int print(const char *restrict, __builtin_va_list);
__const int c;
__volatile__ int v;
__signed__ char s;
int al = __alignof__(c);

_Static_assert(__builtin_types_compatible_p(int, const int), "");
_Static_assert(!__builtin_types_compatible_p(int, unsigned), "");
_Static_assert(__builtin_types_compatible_p(__typeof__(al), int), "");
_Static_assert(__builtin_choose_expr(__builtin_constant_p(3), 1, 2) == 1, "");
_Static_assert('\e' == 27, "");
_Static_assert((3 ?: 4) == 3 && (0 ?: 4) == 4, "");
_Static_assert(sizeof(0 ?: 1ll) == 8, "");
_Static_assert(sizeof(struct nothing) == 0 && sizeof no_elements == 0, "");

int main(void) {
    int x = 1;
    switch (x) {
    case 1:;
        number y = 2;
        x = y;
        break;
    case 2 ... 4:
        x = 9;
        break;
    default:;
    }
    int value = ({
        __label__ skip;
        int r = x;
        goto skip;
        r = 7;
    skip:
        r;
    });
    __auto_type inferred = value + 1ll;
    _Static_assert(sizeof(inferred) == 8, "");
    struct pair literal = (struct pair){};
    return x + literal.a + "\e[1m"[0] + thread_local_one;
}
