#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct shape { int kind; union { struct { int w, h; } box; int radius; }; };
struct shape *shapes[2];
unsigned n_shapes;
static char buffer[8] = "b";
static int id = 2;
void *user(void *);
int area_of(struct shape s) { return s.kind ? 3 * s.radius * s.radius : s.box.w * s.box.h; }
static void show(const struct shape *s) { snprintf(buffer, sizeof buffer, "%d", area_of(*s)); id++; }
static struct shape *make(struct shape s) { struct shape *p = malloc(sizeof *p); if (p) *p = s; return p; }
static void *remover(void *arg)
{
    static int id = 7;
    unsigned i = (unsigned)(size_t)arg;
    id--;
    show(shapes[i]);
    free(shapes[i]);
    shapes[i] = NULL;
    n_shapes--;
    return &id;
}
int main(void)
{
    pthread_t t[3];
    shapes[n_shapes++] = make((struct shape){ .kind = 0, .box = { 2, 3 } });
    shapes[n_shapes++] = make((struct shape){ .kind = 1, .radius = 2 });
    if (!shapes[0] || !shapes[1]) return 1;
    pthread_create(t, 0, user, (void *)0);
    pthread_create(t + 1, 0, user, (void *)1);
    pthread_create(t + 2, 0, remover, (void *)1);
    void *last;
    for (int i = 0; i < 3; i++) pthread_join(t[i], &last);
    assert(*(int *)last == 6 && id == 3);
    assert(strcmp(buffer, "12") == 0);
    return 0;
}
