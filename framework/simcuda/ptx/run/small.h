/* small.h - half and bfloat16: their bits, and what they stand for; and numbers of all types with a point. */
#ifndef PTX_SMALL_H
#define PTX_SMALL_H

#include "framework/simcuda/ptx/launch.h"

/* PTX_F16 or PTX_BF16. Rounded to the nearest, ties to even, or by the rounding mode's name. */
double ptx_small_read(uint16_t bits, PtxType type);
uint16_t ptx_small_write(double value, PtxType type, PtxMode rounding);

/* What the bits of such a type stand for; with `flush` a subnormal f32 is 0. */
double ptx_number(uint64_t bits, PtxType type, bool flush);

#endif
