static __thread int per_thread = 3;
int main(void) {
    __auto_type first = 5ul;
    __typeof__(first) second = ({ int t = (int)first; t * 2; });
    __asm__ volatile("" ::: "memory");
    const char *name = __func__;
    return per_thread + (int)second + name[0];
}
