/* mma.h - nvcuda::wmma: products of small matrices by all threads of a warp, as tensor cores make them.
 *
 * In which thread which element of a fragment is, is left open, as in CUDA: number_elements is that of
 * CUDA, and x[i] may be used to do the same with each. */
#ifndef SIMCUDA_MMA_H
#define SIMCUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined __clang__ && defined __CUDA__

namespace nvcuda::wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision
{
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

/* What an element is kept as, and how many there are in a thread. */
template <typename T> struct simcuda_kept {
	using type = T;
};
template <> struct simcuda_kept<precision::tf32> {
	using type = float;
};
template <typename Use, int m, int n, int k, typename T> struct simcuda_count;
#define SIMCUDA_W_COUNT(use, m, n, k, T, number)                                                   \
	template <> struct simcuda_count<use, m, n, k, T> {                                        \
		static constexpr int value = number;                                               \
	};
#define SIMCUDA_W_COUNTS(m, n, k, bf16_a, bf16_b)                                                  \
	SIMCUDA_W_COUNT(matrix_a, m, n, k, __half, 16)                                             \
	SIMCUDA_W_COUNT(matrix_b, m, n, k, __half, 16)                                             \
	SIMCUDA_W_COUNT(matrix_a, m, n, k, __nv_bfloat16, bf16_a)                                  \
	SIMCUDA_W_COUNT(matrix_b, m, n, k, __nv_bfloat16, bf16_b)                                  \
	SIMCUDA_W_COUNT(accumulator, m, n, k, __half, 8)                                           \
	SIMCUDA_W_COUNT(accumulator, m, n, k, float, 8)
SIMCUDA_W_COUNTS(16, 16, 16, 8, 8)
SIMCUDA_W_COUNTS(32, 8, 16, 16, 4)
SIMCUDA_W_COUNTS(8, 32, 16, 4, 16)
SIMCUDA_W_COUNT(matrix_a, 16, 16, 8, precision::tf32, 4)
SIMCUDA_W_COUNT(matrix_b, 16, 16, 8, precision::tf32, 4)
SIMCUDA_W_COUNT(accumulator, 16, 16, 8, float, 8)
#undef SIMCUDA_W_COUNTS
#undef SIMCUDA_W_COUNT

template <typename Use, int m, int n, int k, typename T, typename Layout = void> struct fragment {
	static constexpr int num_elements = simcuda_count<Use, m, n, k, T>::value;
	static constexpr int num_storage_elements = num_elements;
	using element_type = typename simcuda_kept<T>::type;
	using storage_element_type = element_type;
	alignas(16) element_type x[num_elements];
};

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V>
SIMCUDA_DEVICE void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value)
{
	for (int i = 0; i < f.num_elements; i++)
		f.x[i] = value;
}

/* Of a float what tf32 keeps, rounded to the nearest, ties away from 0. */
SIMCUDA_DEVICE float __float_to_tf32(float value)
{
	unsigned bits = __builtin_bit_cast(unsigned, value);
	if ((bits & 0x7f800000) != 0x7f800000)
		bits += 0x1000;
	return __builtin_bit_cast(float, bits & 0xffffe000);
}

/* --- registers of inline assembly: so many from operand number at --------------------------------- */

#define SIMCUDA_W_OUT2(r) "=r"((r)[0]), "=r"((r)[1])
#define SIMCUDA_W_OUT4(r) SIMCUDA_W_OUT2(r), SIMCUDA_W_OUT2((r) + 2)
#define SIMCUDA_W_OUT8(r) SIMCUDA_W_OUT4(r), SIMCUDA_W_OUT4((r) + 4)
#define SIMCUDA_W_IN2(r)  "r"((r)[0]), "r"((r)[1])
#define SIMCUDA_W_IN4(r)  SIMCUDA_W_IN2(r), SIMCUDA_W_IN2((r) + 2)
#define SIMCUDA_W_IN8(r)  SIMCUDA_W_IN4(r), SIMCUDA_W_IN4((r) + 4)
#define SIMCUDA_W_AT2     "{%0, %1}, [%2], %3;"
#define SIMCUDA_W_AT4     "{%0, %1, %2, %3}, [%4], %5;"
#define SIMCUDA_W_AT8     "{%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
#define SIMCUDA_W_FROM4   "[%4], {%0, %1, %2, %3}, %5;"
#define SIMCUDA_W_FROM8   "[%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"

/* --- loads of a and b, loads and stores of sums --------------------------------------------------- */

#define SIMCUDA_W_LOAD(use, part, m, n, k, T, ptx, registers, Layout, layout)                      \
	SIMCUDA_DEVICE void load_matrix_sync(fragment<use, m, n, k, T, Layout##_major> &f,         \
					     const simcuda_kept<T>::type *from, unsigned stride)   \
	{                                                                                          \
		unsigned r[registers];                                                             \
		__asm__ volatile("wmma.load." part ".sync.aligned." layout ".m" #m "n" #n "k" #k   \
				 "." ptx " " SIMCUDA_W_AT##registers                               \
				 : SIMCUDA_W_OUT##registers(r)                                     \
				 : "l"(from), "r"(stride)                                          \
				 : "memory");                                                      \
		__builtin_memcpy(f.x, r, sizeof r);                                                \
	}
#define SIMCUDA_W_LOADS(use, part, m, n, k, T, ptx, registers)                                     \
	SIMCUDA_W_LOAD(use, part, m, n, k, T, ptx, registers, row, "row")                          \
	SIMCUDA_W_LOAD(use, part, m, n, k, T, ptx, registers, col, "col")
#define SIMCUDA_W_SUM(m, n, k, T, ptx, registers)                                                  \
	SIMCUDA_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *from,  \
					     unsigned stride, layout_t layout)                     \
	{                                                                                          \
		unsigned r[registers];                                                             \
		if (layout == mem_row_major)                                                       \
			__asm__ volatile("wmma.load.c.sync.aligned.row.m" #m "n" #n "k" #k "." ptx \
					 " " SIMCUDA_W_AT##registers                               \
					 : SIMCUDA_W_OUT##registers(r)                             \
					 : "l"(from), "r"(stride)                                  \
					 : "memory");                                              \
		else                                                                               \
			__asm__ volatile("wmma.load.c.sync.aligned.col.m" #m "n" #n "k" #k "." ptx \
					 " " SIMCUDA_W_AT##registers                               \
					 : SIMCUDA_W_OUT##registers(r)                             \
					 : "l"(from), "r"(stride)                                  \
					 : "memory");                                              \
		__builtin_memcpy(f.x, r, sizeof r);                                                \
	}                                                                                          \
	SIMCUDA_DEVICE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &f,   \
					      unsigned stride, layout_t layout)                    \
	{                                                                                          \
		unsigned r[registers];                                                             \
		__builtin_memcpy(r, f.x, sizeof r);                                                \
		if (layout == mem_row_major)                                                       \
			__asm__ volatile("wmma.store.d.sync.aligned.row.m" #m "n" #n "k" #k        \
					 "." ptx " " SIMCUDA_W_FROM##registers                     \
					 :                                                         \
					 : SIMCUDA_W_IN##registers(r), "l"(to), "r"(stride)        \
					 : "memory");                                              \
		else                                                                               \
			__asm__ volatile("wmma.store.d.sync.aligned.col.m" #m "n" #n "k" #k        \
					 "." ptx " " SIMCUDA_W_FROM##registers                     \
					 :                                                         \
					 : SIMCUDA_W_IN##registers(r), "l"(to), "r"(stride)        \
					 : "memory");                                              \
	}

#define SIMCUDA_W_SHAPE(m, n, k, bf16_a, bf16_b)                                                   \
	SIMCUDA_W_LOADS(matrix_a, "a", m, n, k, __half, "f16", 8)                                  \
	SIMCUDA_W_LOADS(matrix_b, "b", m, n, k, __half, "f16", 8)                                  \
	SIMCUDA_W_LOADS(matrix_a, "a", m, n, k, __nv_bfloat16, "bf16", bf16_a)                     \
	SIMCUDA_W_LOADS(matrix_b, "b", m, n, k, __nv_bfloat16, "bf16", bf16_b)                     \
	SIMCUDA_W_SUM(m, n, k, __half, "f16", 4)                                                   \
	SIMCUDA_W_SUM(m, n, k, float, "f32", 8)
SIMCUDA_W_SHAPE(16, 16, 16, 4, 4)
SIMCUDA_W_SHAPE(32, 8, 16, 8, 2)
SIMCUDA_W_SHAPE(8, 32, 16, 2, 8)
SIMCUDA_W_LOADS(matrix_a, "a", 16, 16, 8, precision::tf32, "tf32", 4)
SIMCUDA_W_LOADS(matrix_b, "b", 16, 16, 8, precision::tf32, "tf32", 4)
SIMCUDA_W_SUM(16, 16, 8, float, "f32", 8)

/* --- products ------------------------------------------------------------------------------------- */

#define SIMCUDA_W_LIST2(a, b)       "{%" #a ", %" #b "}"
#define SIMCUDA_W_LIST4(a, b, c, d) "{%" #a ", %" #b ", %" #c ", %" #d "}"
#define SIMCUDA_W_LIST8(a, b, c, d, e, f, g, h)                                                    \
	"{%" #a ", %" #b ", %" #c ", %" #d ", %" #e ", %" #f ", %" #g ", %" #h "}"

/* The layouts say nothing here: fragments of both are alike. */
#define SIMCUDA_W_PRODUCT(m, n, k, T, C, types, of_a, of_b, of_c, lists)                           \
	template <typename LayoutA, typename LayoutB>                                              \
	SIMCUDA_DEVICE void mma_sync(fragment<accumulator, m, n, k, C> &d,                         \
				     const fragment<matrix_a, m, n, k, T, LayoutA> &a,             \
				     const fragment<matrix_b, m, n, k, T, LayoutB> &b,             \
				     const fragment<accumulator, m, n, k, C> &c)                   \
	{                                                                                          \
		unsigned r[of_c], ra[of_a], rb[of_b], rc[of_c];                                    \
		__builtin_memcpy(ra, a.x, sizeof ra);                                              \
		__builtin_memcpy(rb, b.x, sizeof rb);                                              \
		__builtin_memcpy(rc, c.x, sizeof rc);                                              \
		__asm__ volatile(                                                                  \
			"wmma.mma.sync.aligned.row.col.m" #m "n" #n "k" #k "." types " " lists     \
			: SIMCUDA_W_OUT##of_c(r)                                                   \
			: SIMCUDA_W_IN##of_a(ra), SIMCUDA_W_IN##of_b(rb), SIMCUDA_W_IN##of_c(rc)); \
		__builtin_memcpy(d.x, r, sizeof r);                                                \
	}
#define SIMCUDA_W_R0_4  SIMCUDA_W_LIST4(0, 1, 2, 3)
#define SIMCUDA_W_R0_8  SIMCUDA_W_LIST8(0, 1, 2, 3, 4, 5, 6, 7)
#define SIMCUDA_W_R8_2  SIMCUDA_W_LIST2(8, 9)
#define SIMCUDA_W_R8_4  SIMCUDA_W_LIST4(8, 9, 10, 11)
#define SIMCUDA_W_R12_4 SIMCUDA_W_LIST4(12, 13, 14, 15)
#define SIMCUDA_W_R4_8  SIMCUDA_W_LIST8(4, 5, 6, 7, 8, 9, 10, 11)
#define SIMCUDA_W_R8_8  SIMCUDA_W_LIST8(8, 9, 10, 11, 12, 13, 14, 15)
#define SIMCUDA_W_R10_8 SIMCUDA_W_LIST8(10, 11, 12, 13, 14, 15, 16, 17)
#define SIMCUDA_W_R12_8 SIMCUDA_W_LIST8(12, 13, 14, 15, 16, 17, 18, 19)
#define SIMCUDA_W_R16_2 SIMCUDA_W_LIST2(16, 17)
#define SIMCUDA_W_R16_8 SIMCUDA_W_LIST8(16, 17, 18, 19, 20, 21, 22, 23)
#define SIMCUDA_W_R18_8 SIMCUDA_W_LIST8(18, 19, 20, 21, 22, 23, 24, 25)
#define SIMCUDA_W_R20_4 SIMCUDA_W_LIST4(20, 21, 22, 23)
#define SIMCUDA_W_R24_8 SIMCUDA_W_LIST8(24, 25, 26, 27, 28, 29, 30, 31)
#define SIMCUDA_W_HALVES                                                                           \
	SIMCUDA_W_R0_8 ", " SIMCUDA_W_R8_8 ", " SIMCUDA_W_R16_8 ", " SIMCUDA_W_R24_8 ";"
#define SIMCUDA_W_FEWER                                                                            \
	SIMCUDA_W_R0_4 ", " SIMCUDA_W_R4_8 ", " SIMCUDA_W_R12_8 ", " SIMCUDA_W_R20_4 ";"
#define SIMCUDA_W_FOURS                                                                            \
	SIMCUDA_W_R0_8 ", " SIMCUDA_W_R8_4 ", " SIMCUDA_W_R12_4 ", " SIMCUDA_W_R16_8 ";"
#define SIMCUDA_W_LONG                                                                             \
	SIMCUDA_W_R0_8 ", " SIMCUDA_W_R8_8 ", " SIMCUDA_W_R16_2 ", " SIMCUDA_W_R18_8 ";"
#define SIMCUDA_W_WIDE                                                                             \
	SIMCUDA_W_R0_8 ", " SIMCUDA_W_R8_2 ", " SIMCUDA_W_R10_8 ", " SIMCUDA_W_R18_8 ";"
#define SIMCUDA_W_PRODUCTS(m, n, k, bf16_a, bf16_b, bf16_lists)                                    \
	SIMCUDA_W_PRODUCT(m, n, k, __half, float, "f32.f32", 8, 8, 8, SIMCUDA_W_HALVES)            \
	SIMCUDA_W_PRODUCT(m, n, k, __half, __half, "f16.f16", 8, 8, 4, SIMCUDA_W_FEWER)            \
	SIMCUDA_W_PRODUCT(m, n, k, __nv_bfloat16, float, "f32.bf16.bf16.f32", bf16_a, bf16_b, 8,   \
			  bf16_lists)
SIMCUDA_W_PRODUCTS(16, 16, 16, 4, 4, SIMCUDA_W_FOURS)
SIMCUDA_W_PRODUCTS(32, 8, 16, 8, 2, SIMCUDA_W_LONG)
SIMCUDA_W_PRODUCTS(8, 32, 16, 2, 8, SIMCUDA_W_WIDE)
SIMCUDA_W_PRODUCT(16, 16, 8, precision::tf32, float, "f32.tf32.tf32.f32", 4, 4, 8, SIMCUDA_W_FOURS)

} // namespace nvcuda::wmma

#endif
#endif
