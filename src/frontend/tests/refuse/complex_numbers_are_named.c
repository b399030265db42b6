// error 2: unsupported: complex numbers
double _Complex z;
int main(void) { return 0; }
