// error 2: unsupported: the type '_BitInt'
int main(void) { _BitInt(17) x = 3; return x; }
