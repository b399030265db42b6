// expect: error "unsupported: signals ('signal')"

#include <signal.h>

void handler(int number)
{
}

int main(void)
{
    signal(SIGINT, handler);
    return 0;
}
