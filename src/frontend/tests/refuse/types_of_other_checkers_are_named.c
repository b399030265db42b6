// error 2: unsupported: the type '__CPROVER_bitvector'
__CPROVER_bitvector[7] seven;
int main(void) { return 0; }
