/* Of the processor's special functions, those that programs with threads use: hints, and fences, which change nothing
   where memory is sequentially consistent. */
#ifndef BMC_XMMINTRIN_H
#define BMC_XMMINTRIN_H

#define _mm_pause() ((void)0)
#define _mm_sfence() ((void)0)
#define _mm_lfence() ((void)0)
#define _mm_mfence() ((void)0)

#endif
