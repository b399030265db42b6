// C23 writes some things differently.
constexpr int count = 3;
const int fixed = 5;
typeof_unqual(fixed) changeable = 9;
int elements[count];
_Static_assert(1'000'000 == 1000000 && 0x1'F == 31 && 0b1010'1010 == 170);
static_assert(sizeof elements == 12);
static_assert(__builtin_types_compatible_p(int[], int[5]) && !__builtin_types_compatible_p(int[4], int[5]));
static_assert(__builtin_types_compatible_p(int (*)(void), int (*)()));
static_assert(_Generic(&elements, int (*)[]: 1, default: 0));
int main(void) {
    changeable = 10;
    nullptr_t nothing = nullptr;
    int *pointer = nothing;
    bool yes = true;
    return !yes || pointer != nullptr;
}
