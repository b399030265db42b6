// C23's brackets around gcc's attributes mean what __attribute__ means; other attributes mean nothing here.
struct [[gnu::packed]] packed { char c; int i; };
struct one_packed { char c; [[gnu::packed]] int i; };
struct behind { char c; int i [[gnu::aligned(16)]]; };
struct [[gnu::aligned(32)]] aligned { char c; };
struct [[__gnu__::__packed__, deprecated("old")]] two { char c; int i; };
struct [[deprecated]] plain { char c; int i; };
_Static_assert(sizeof(struct packed) == 5, "");
_Static_assert(sizeof(struct one_packed) == 5, "");
_Static_assert(__builtin_offsetof(struct behind, i) == 16, "");
_Static_assert(sizeof(struct aligned) == 32, "");
_Static_assert(sizeof(struct two) == 5, "");
_Static_assert(sizeof(struct plain) == 8, "");
[[maybe_unused]] static int unused;
int main(void) { return 0; }
