struct wide { long a, b, c; } w[4];
int main(void) {
    struct wide *p = w + 1, *q = &w[3];
    short step = -1;
    p = q + step;
    q -= 2;
    p++;
    long distance = q - p;
    return p > q && distance == (long)(char *)p - (long)(char *)q;
}
