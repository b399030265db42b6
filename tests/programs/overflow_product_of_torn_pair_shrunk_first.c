// expect: safe
// options: --check overflow --evaluation-order left

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
    height = 1;
    width = 70000;
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
