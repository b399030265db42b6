// C23, and gcc by another name.
auto wide = 5000000000ll;
static __auto_type real = 2.5f;
const auto positive = 7u;
_Static_assert(sizeof(wide) == 8, "");
_Static_assert(_Generic(real, float: 1, default: 0), "");
_Static_assert(_Generic(positive, unsigned: 1, default: 0), "");
int main(void) { return 0; }
