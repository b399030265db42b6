// A cell for each of its elements once exhausted the memory.
int a[2147483647] = {1};
int main(void) { return a[0]; }
