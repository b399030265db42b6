// expect: error "error_unknown_type.c:4"

int main(void) {
    widget w;
    return 0;
}
