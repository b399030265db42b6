// error 4: the variable 'elsewhere' is declared but defined nowhere
// error 5: the initial value of a static variable must be constant
int f(void) { return 1; }
extern int elsewhere;
int *p = &elsewhere, g = f();
int main(void) { return g + *p; }
