// C23: the type of an enumeration can be named, also in a declaration without members, and a colon in a
// struct can still be that of a bit-field.
typedef unsigned short number;
enum small : unsigned char { ONE = 1, LAST = 255 };
enum later : long long;
enum by_name : number { NAMED };
enum later : long long { HUGE = 1ll << 40 };
struct fields {
    enum small whole;
    enum small : 3;
    enum small bits : 5;
    enum : signed char { NEGATIVE = -1 } inside;
};
_Static_assert(sizeof(enum small) == 1, "");
_Static_assert(sizeof(ONE) == 1, "");
_Static_assert((enum small)256 == 0, "");
_Static_assert(sizeof(enum later) == 8, "");
_Static_assert(HUGE == 1099511627776, "");
_Static_assert(sizeof(enum by_name) == 2, "");
_Static_assert(sizeof(struct fields) == 3, "");
_Static_assert(NEGATIVE < 0, "");
int main(void) { return 0; }
