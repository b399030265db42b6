/* Output by every function that writes, from two threads, one of which waits for the other in a loop. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ready;

static void *wait_for_main(void *name) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int seen = ready;
        pthread_mutex_unlock(&lock);
        if (seen)
            break;
    }
    printf("%s: %5.3d|%-6x|%c|%%\n", (char *)name, 7, 255, 'z');
    return NULL;
}

static void at_the_end(void) {
    puts("the end");
}

int main(int argc, char **argv) {
    pthread_t thread;
    atexit(at_the_end);
    int length = printf("%d %ld\n", -argc, 1L << 20);
    fprintf(stdout, "%d\n", length);
    fputs("to the other stream\n", stderr);
    pthread_create(&thread, NULL, wait_for_main, "thread");
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    printf("%.2f|%10.3e|%-8g|%+.0f\n", 3.14159, -12345.678, 0.0625, 2.5);
    putchar('x');
    putc('\n', stdout);
    exit(argv[argc] == NULL ? 42 : 43);
}
