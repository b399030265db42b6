signed char c;
unsigned short s;
long l;
_Bool b;
int main(void) {
    l = c;
    c = s + 1;
    b = l;
    b = &l != 0;
    unsigned u = c;
    l = u >> s;
    l = (int)u << 2;
    return (char)l < u;
}
