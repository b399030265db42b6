// error 6: a value of type 'vector of 16 bytes' cannot be used here
typedef int four __attribute__((vector_size(16)));

int main(void) {
    four a = { 1, 2, 3, 4 }, b = a;
    four c = a + b;
    return sizeof c;
}
