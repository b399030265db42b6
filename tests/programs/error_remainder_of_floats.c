// expect: error "this operator needs integers, not 'double'"

int main(void) {
    double x = 5;
    return x % 2 > 0;
}
