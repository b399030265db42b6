// error 4: unsupported: '?:' without a value in between

int main(void) {
    return 1 ?: 2;
}
