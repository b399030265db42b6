#ifndef BMC_EMMINTRIN_H
#define BMC_EMMINTRIN_H

#include <xmmintrin.h>

#endif
