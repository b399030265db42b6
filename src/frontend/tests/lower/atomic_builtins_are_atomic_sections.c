int lock, value;
int *slot;
int main(void) {
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    int old = __sync_fetch_and_add(&value, 5);
    __sync_lock_release(&lock);
    int expected = 5;
    if (__atomic_compare_exchange_n(&value, &expected, 6, 0, 5, 5))
        return __atomic_load_n(&value, 5);
    return __sync_bool_compare_and_swap(&slot, 0, &value) + old;
}
