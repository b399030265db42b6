// error 5: a value of type 'complex number' cannot be used here
double _Complex f(double _Complex z);
int main(void) {
    double _Complex z;
    z = z * z;
    return sizeof z;
}
