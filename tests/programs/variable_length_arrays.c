// expect: safe

/* Sizes are taken where the array is declared; parameters and rows have them, too. */
#include <alloca.h>
#include <assert.h>

int sum(int count, int values[count])
{
    int total = 0;
    for (int index = 0; index < count; index++)
        total += values[index];
    return total;
}

int corner(int rows, int columns, int grid[rows][columns])
{
    assert(sizeof grid[0] == columns * sizeof(int));
    return grid[rows - 1][columns - 1];
}

int main(void)
{
    int size = 3;
    int values[size];
    size = 5;
    assert(sizeof values == 3 * sizeof(int));
    for (int index = 0; index < 3; index++)
        values[index] = index;
    assert(sum(3, values) == 3);
    int grid[2][size];
    grid[1][4] = 7;
    assert(sizeof grid == 10 * sizeof(int));
    assert(corner(2, size, grid) == 7);
    int (*row)[size] = grid;
    row++;
    assert((*row)[4] == 7 && row - grid == 1);
    assert(sizeof(int[size]) == 5 * sizeof(int));
    int *block = alloca(2 * sizeof(int));
    block[1] = 4;
    assert(block[1] == 4);
    return 0;
}
