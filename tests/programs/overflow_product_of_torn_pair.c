// expect: violated overflow line=14
// min-rounds: 2
// options: --check overflow

/* For a moment both sides are long. */
#include <pthread.h>

int width = 1;
int height = 70000;
int area;

void *measure(void *unused)
{
    area = width * height;
    return 0;
}

void *turn(void *unused)
{
    width = 70000;
    height = 1;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, measure, 0);
    pthread_create(&b, 0, turn, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
