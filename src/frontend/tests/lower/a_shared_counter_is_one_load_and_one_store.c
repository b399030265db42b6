int c;
_Atomic int a;
int main(void) {
    c++;
    c = c + 1;
    c += 2;
    a++;
    a += 3;
    a = a + 1;
    return c++;
}
