// There are more elements than anything can count, and all of them are empty.
struct nothing {
} many[4294967296][4294967296], copy[4294967296][4294967296];
struct holder {
    struct nothing none[4294967296][65536];
    int x;
} one, other;
int main(void) {
    struct holder third = {.x = 1};
    one = other;
    return one.x + third.x + (many[3] == copy[5]);
}
