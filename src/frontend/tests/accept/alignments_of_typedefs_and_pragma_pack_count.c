// A typedef can raise and lower the alignment of its type; `#pragma pack` limits that of members.
typedef int raised __attribute__((aligned(16)));
typedef long long lowered __attribute__((aligned(2)));
struct members { char c; raised r; char d; lowered l; };
_Static_assert(__builtin_offsetof(struct members, r) == 16, "");
_Static_assert(__builtin_offsetof(struct members, l) == 22, "");
_Static_assert(sizeof(struct members) == 32, "");
_Pragma("pack(push, 2)")
struct packed { char c; int i; long long l; struct { char c; short s; } inner; };
_Pragma("pack(pop)")
struct loose { char c; int i; };
_Static_assert(sizeof(struct packed) == 18, "");
_Static_assert(sizeof(struct loose) == 8, "");
int main(void) { return 0; }
