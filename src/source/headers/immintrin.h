#ifndef BMC_IMMINTRIN_H
#define BMC_IMMINTRIN_H

#include <xmmintrin.h>

#endif
