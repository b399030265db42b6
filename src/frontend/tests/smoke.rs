use super::*;

#[test]
fn everyday_c_compiles() {
    let program = program(
        r#"
typedef unsigned long size_t;
struct node { int value; struct node *next; unsigned a:3, b:5; char name[4]; };
struct pair { int x, y; };
enum color { RED, GREEN = 5, BLUE };
int g, *gp = &g, table[3] = {1, [2] = 7};
char text[] = "hi";
static struct pair origin = { .y = 4, .x = 3 };
_Atomic int counter;
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int (*ops[2])(int, int) = { add, &sub };
struct pair swap(struct pair p) { struct pair q = { p.y, p.x }; return q; }
int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { if (a[i] == 0) continue; s += a[i]; } return s; }
void reach_error(void) {}
int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0, j, k = g++;
    struct node n = { 1, 0, 2, 3, "abc" };
    struct node *p = &n;
    struct pair r = swap(origin);
    p->next = p; p->a = 7; n.b++;
    j = ops[i & 1](p->value, table[i]);
    while (1) { if (i++ > 3 || !p) break; else g = j ? k : -1; }
    do { j--; } while (j > 0 && i);
    switch (__VERIFIER_nondet_int()) { case 1: case 2: i = 1; break; case 5 ... 8: i = 2; default: i = 3; }
    counter++; counter += 2;
    if (sum(table, sizeof table / sizeof *table) != r.x) goto fail;
    assert(i == RED + BLUE);
    return ({ int t = i; t + 1; });
fail:
    reach_error();
    return 1;
}
"#,
    );
    println!("{}", program.to_text());
}
