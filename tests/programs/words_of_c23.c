// expect: violated assert line=23
// rounds: 1   min-rounds: 1

/* The keywords of C23, without the headers that once defined them. */
#include <assert.h>

static_assert(sizeof(bool) == 1);
_Static_assert(true, "with a message");

thread_local int per_thread = 1;

[[nodiscard]] static bool is_small(int x) {
    return x < 10;
}

int main(void) {
    [[maybe_unused]] typeof(1 < 2) compared = false;
    auto inferred = 5ll;
    static_assert(sizeof(inferred) == 8);
    int *nothing = nullptr;
    alignas(16) int aligned[alignof(int)] = {};
    assert(is_small(3) == true && nothing == nullptr && aligned[1] == 0 && per_thread == 1);
    assert(is_small(10));
}
