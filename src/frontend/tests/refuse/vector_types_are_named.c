// error 2: unsupported: vector types (the attribute 'vector_size')
typedef int four __attribute__((vector_size(16)));
int main(void) { return 0; }
