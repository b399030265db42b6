// error 4: unsupported: the attribute 'cleanup'
void close_it(int *x);
int main(void) {
    int x __attribute__((cleanup(close_it))) = 1;
    return 0;
}
