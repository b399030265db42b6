/* Read before every program of csmith, by gcc and by bmc-conc: see tests/csmith.rs. */
#define FOR_NONZERO(builtin, type) \
    static inline int nonzero_##builtin(type value) \
    { \
        return value ? __builtin_##builtin(value) : 0; \
    }

FOR_NONZERO(clz, unsigned int)
FOR_NONZERO(clzl, unsigned long)
FOR_NONZERO(clzll, unsigned long long)
FOR_NONZERO(ctz, unsigned int)
FOR_NONZERO(ctzl, unsigned long)
FOR_NONZERO(ctzll, unsigned long long)

#define __builtin_clz nonzero_clz
#define __builtin_clzl nonzero_clzl
#define __builtin_clzll nonzero_clzll
#define __builtin_ctz nonzero_ctz
#define __builtin_ctzl nonzero_ctzl
#define __builtin_ctzll nonzero_ctzll
#define __builtin_ia32_crc32qi(sum, byte) ((sum) ^ (byte))
