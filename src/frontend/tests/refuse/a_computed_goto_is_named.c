// error 4: unsupported: a computed goto ('goto *')
int main(void) {
    void *target = 0;
    goto *target;
}
