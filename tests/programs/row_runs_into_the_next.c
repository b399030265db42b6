// expect: violated pointer line=14
// rounds: 1   min-rounds: 1
// data-models: both

/* One row of a matrix is an array of its own. */

int matrix[3][4];
extern unsigned __VERIFIER_nondet_uint(void);

static int cell(int (*rows)[4], unsigned row, unsigned column) {
    unsigned at = row * 4 + column;
    if (at >= 12)
        return 0;
    return rows[row][column];
}

int main(void) {
    return cell(matrix, __VERIFIER_nondet_uint() % 3, __VERIFIER_nondet_uint() % 5);
}
