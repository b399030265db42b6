int choose(int x) {
    int r = 0;
    switch (x) {
    default:
        r += 100;
    case 1:
        r++;
        break;
    case 2:
    case 10 ... 20:
        r = 2;
    }
    return r;
}
int main(void) { return choose(3); }
