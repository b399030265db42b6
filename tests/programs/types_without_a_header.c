// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* Types that everybody knows, declared nowhere, as in files that passed through other tools. */
extern void assert(int condition);

wchar_t wide;
static uint8_t small = 255;

int narrow(size_t n) {
    return (int16_t)n;
}

int main(void) {
    bool yes = 7;
    assert(yes != 1 || sizeof(wchar_t) != 4 || sizeof(size_t) != sizeof(void *) || (uint8_t)(small + 1) != 0);
    uintptr_t address = (uintptr_t)&wide;
    return narrow(70000) + (address == 0);
}
