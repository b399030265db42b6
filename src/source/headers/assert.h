/* No include guard: each inclusion looks at NDEBUG again. */
#undef assert

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __bmc_assert(_Bool condition, const char *text);
#define assert(condition) __bmc_assert(!!(condition), #condition)
#endif

#undef static_assert
#define static_assert _Static_assert
