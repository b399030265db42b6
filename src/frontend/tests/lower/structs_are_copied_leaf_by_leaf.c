struct inner { char c; short s[2]; };
struct outer { int n; struct inner in; void *p; } a, b;
struct outer make(struct outer from) {
    from.n++;
    return from;
}
int main(void) {
    a = b;
    return make(a).n;
}
