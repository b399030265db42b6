static hidden;
visible;
initialised = 5;
const constant = 3;
extern elsewhere;
*pointer;
;

function(a, b)
    register a;
{
    return a + b;
}

static second(void) { return sizeof(visible) == sizeof(int); }

main() {
    register i = 0;
    static kept;
    const k = 2;
    _Static_assert(sizeof(kept) == sizeof(int) && sizeof(*pointer) == sizeof(int), "");
    return function(1, 2) + second() + i + kept + k + hidden + visible + initialised + constant;
}
