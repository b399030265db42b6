// A cell for each of its elements once exhausted the memory.
int a[] = {[294967295] = 1};
int main(void) { return a[0]; }
