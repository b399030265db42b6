int target;
int *pointers[3] = { &target, [2] = &target };
struct point { int x, y; char name[4]; };
static struct point origin = { .y = 2, .name = "ab" }, grid[2] = { 1, 2, "c", { 3 } };
int main(void) {
    struct point p = { .y = origin.x, .name = "hi" };
    int list[4] = { 1, [2] = p.y };
    struct point *literal = &(struct point){ 7 };
    static int calls = 3;
    return list[3] + literal->x + grid[1].x + *pointers[2] + calls;
}
