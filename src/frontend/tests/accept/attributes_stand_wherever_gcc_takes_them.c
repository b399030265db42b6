struct __attribute__((packed)) before { char c; int i; };
struct behind { char c; int i; } __attribute__((packed));
typedef struct { char c; int i __attribute__((packed)); } __attribute__((aligned(8), unused)) member;
struct { char c; int i; } __attribute__((packed)) variable __attribute__((unused));
struct __attribute__((deprecated, aligned(16))) __attribute__((unused)) several { int i; };
enum __attribute__((packed)) small { SMALL __attribute__((deprecated)), OTHER __attribute__((unused)) = 3 };
enum medium { MEDIUM = 300 } __attribute__((packed));
struct aligned_members { char c; _Alignas(8) int i; _Alignas(double) char d; _Alignas(sizeof(int)) char e; };
typedef int wide __attribute__((__mode__(__DI__)));
typedef unsigned int narrow __attribute__((mode(QI)));

_Static_assert(sizeof(struct before) == 5, "");
_Static_assert(sizeof(struct behind) == 5, "");
_Static_assert(sizeof(member) == 8, "");
_Static_assert(sizeof variable == 5, "");
_Static_assert(sizeof(struct several) == 16, "");
_Static_assert(sizeof(enum small) == 1, "");
_Static_assert(sizeof(enum medium) == 2, "");
_Static_assert(__builtin_offsetof(struct aligned_members, i) == 8, "");
_Static_assert(__builtin_offsetof(struct aligned_members, e) % 4 == 0, "");
_Static_assert(sizeof(wide) == 8 && (wide)-1 < 0, "");
_Static_assert(sizeof(narrow) == 1 && (narrow)-1 > 0, "");
_Static_assert(__alignof__(variable.i) <= 4 && _Alignof(struct several) == 16, "");

int parameters(int x __attribute__((unused)), int *__attribute__((nonnull)) p) __attribute__((noinline, cold));
int (__attribute__((unused)) * pointer)(void);
__attribute__((noinline)) static int first(void) { return 1; }
static __attribute__((always_inline)) inline int second(void) { return 2; }
int __attribute__((pure)) third(void) { return 3; }
int renamed(void) __asm__("another_name");
asm(".globl something");
__extension__ typedef long long longest;

int main(void) {
    int local __attribute__((unused)) = first() + second() + third();
    __extension__ longest other = __extension__ 3;
    goto label;
label:
    __attribute__((unused));
    for (int i __attribute__((unused)) = 0; i < 1; i++) {
    }
    switch (local) {
    case 1:
        local = 2;
        __attribute__((fallthrough));
    default:
        break;
    }
    asm("");
    __asm__ __volatile__("" ::: "memory");
    asm volatile("" : : : "memory");
    return (int)other;
}
