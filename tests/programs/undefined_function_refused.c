// expect: error "the function 'measure' has no definition"
// options: --undefined error

int measure(int channel);

int main(void)
{
    return measure(1);
}
