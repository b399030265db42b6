// error 15: a value of type 'struct s' cannot become 'int'
// error 16: '*' needs a pointer, not 'int'
// error 17: the function expects 1 arguments, but gets 2
// error 18: this object is constant
// error 19: an array cannot be assigned as a whole
// error 20: this operator needs integers, not 'int *'
// error 21: a value of type 'int' cannot be called
// error 22: a value of type 'void' cannot become 'int'
// error 23: this case value appears twice
// error 24: there is nothing to break out of
struct s { int x; } v;
int f(int a) { return a; }
void nothing(void) {}
int main(void) { int i = 0, *p = &i, a[2], b[2]; const int c = 1;
    i = v;
    *i = 1;
    f(1, 2);
    c = 2;
    a = b;
    i = p * 2;
    i();
    i = nothing();
    switch (i) { case 1: case 1: ; }
    break;
}
