/* simcuda_kernels.hpp - what kernels are written with, for clang: the words of CUDA, the built-in
 * variables, barriers, shuffles, atomics. cuda_runtime.h includes it where clang compiles CUDA.
 *
 * Functions of a kernel are always inlined, also without optimisation, for which findings are made:
 * so an access keeps the line that the program gave it. What stands here has no lines of its own:
 * its accesses count as those of the line that calls it. */
#ifndef SIMCUDA_KERNELS_HPP
#define SIMCUDA_KERNELS_HPP

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define __host__               __attribute__((host))
#define __global__             __attribute__((global))
#define __device__             __attribute__((device, always_inline))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__        __inline__ __attribute__((always_inline))
#define __align__(n)           __attribute__((aligned(n)))
#define __noinline__

/* clang does not know them: on the host such a variable is itself, on pages of its own; in PTX it is one
 * of many, and the library tells which. What comes behind the section begins another page. */
#ifdef SIMCUDA_NO_MANAGED_VARIABLES
#define __managed__                                                                                \
	__attribute__((device,                                                                     \
		       unavailable("a lab has no managed variables; take cudaMallocManaged()")))
#elif defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("simcuda_managed"), aligned(4096)))
__asm__(".pushsection simcuda_managed,\"aw\",@progbits\n.balign 4096\n.popsection\n"
	".pushsection simcuda_managed_end,\"aw\",@progbits\n.balign 4096\n.byte 0\n.popsection\n");
extern "C" {
extern const char __start_simcuda_managed[] __attribute__((weak, visibility("hidden")));
extern const char __stop_simcuda_managed[] __attribute__((weak, visibility("hidden")));
void simcuda_managed_section(const void *start, const void *end);
}
__attribute__((constructor(101), unused)) static void simcuda_managed_tell(void)
{
	if (__start_simcuda_managed != __stop_simcuda_managed)
		simcuda_managed_section(__start_simcuda_managed, __stop_simcuda_managed);
}
#endif

/* a variable is no function, and not inlined: nothing to tell of */
#pragma clang diagnostic ignored "-Wignored-attributes"

#include <__clang_cuda_builtin_vars.h>

#define SIMCUDA_DEVICE static __inline__ __attribute__((device, always_inline, nodebug, unused))

extern "C" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
						struct CUstream_st *stream = 0);

#define SIMCUDA_AS_DIM3(type)                                                                      \
	inline __attribute__((device, always_inline, nodebug)) type::operator dim3() const         \
	{                                                                                          \
		return dim3(x, y, z);                                                              \
	}
#define SIMCUDA_AS_UINT3(type)                                                                     \
	inline __attribute__((device, always_inline, nodebug)) type::operator uint3() const        \
	{                                                                                          \
		return uint3{x, y, z};                                                             \
	}
SIMCUDA_AS_UINT3(__cuda_builtin_threadIdx_t)
SIMCUDA_AS_UINT3(__cuda_builtin_blockIdx_t)
SIMCUDA_AS_DIM3(__cuda_builtin_blockDim_t)
SIMCUDA_AS_DIM3(__cuda_builtin_gridDim_t)

/* --- barriers and fences ---------------------------------------------------------------------- */

/* Assembly, and not clang's own functions: of those clang 14 takes it that they change nothing in shared memory
 * that only one kernel names, and moves loads over them when it optimises. */
#define __syncthreads() __asm__ volatile("bar.sync 0;" ::: "memory")

SIMCUDA_DEVICE void __syncwarp(unsigned mask = 0xffffffff)
{
	__asm__ volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

SIMCUDA_DEVICE void __threadfence_block(void)
{
	__asm__ volatile("membar.cta;" ::: "memory");
}

SIMCUDA_DEVICE void __threadfence(void)
{
	__asm__ volatile("membar.gl;" ::: "memory");
}

SIMCUDA_DEVICE void __threadfence_system(void)
{
	__asm__ volatile("membar.sys;" ::: "memory");
}

/* --- within a warp ---------------------------------------------------------------------------- */

SIMCUDA_DEVICE unsigned __activemask(void)
{
	unsigned mask;
	__asm__ volatile("activemask.b32 %0;" : "=r"(mask));
	return mask;
}

SIMCUDA_DEVICE int __all_sync(unsigned mask, int predicate)
{
	return __nvvm_vote_all_sync(mask, predicate);
}

SIMCUDA_DEVICE int __any_sync(unsigned mask, int predicate)
{
	return __nvvm_vote_any_sync(mask, predicate);
}

SIMCUDA_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
	return __nvvm_vote_ballot_sync(mask, predicate);
}

/* Values of 8 bytes go in two halves. */
#define SIMCUDA_SHUFFLE(name, builtin, clamp, offset_type)                                         \
	SIMCUDA_DEVICE int name(unsigned mask, int value, offset_type offset, int width = 32)      \
	{                                                                                          \
		return builtin(mask, value, (int)offset, ((32 - width) << 8) | (clamp));           \
	}                                                                                          \
	SIMCUDA_DEVICE unsigned name(unsigned mask, unsigned value, offset_type offset,            \
				     int width = 32)                                               \
	{                                                                                          \
		return (unsigned)name(mask, (int)value, offset, width);                            \
	}                                                                                          \
	SIMCUDA_DEVICE float name(unsigned mask, float value, offset_type offset, int width = 32)  \
	{                                                                                          \
		return __builtin_bit_cast(                                                         \
			float, name(mask, __builtin_bit_cast(int, value), offset, width));         \
	}                                                                                          \
	SIMCUDA_DEVICE unsigned long long name(unsigned mask, unsigned long long value,            \
					       offset_type offset, int width = 32)                 \
	{                                                                                          \
		unsigned low = name(mask, (unsigned)value, offset, width);                         \
		unsigned high = name(mask, (unsigned)(value >> 32), offset, width);                \
		return (unsigned long long)high << 32 | low;                                       \
	}                                                                                          \
	SIMCUDA_DEVICE long long name(unsigned mask, long long value, offset_type offset,          \
				      int width = 32)                                              \
	{                                                                                          \
		return (long long)name(mask, (unsigned long long)value, offset, width);            \
	}                                                                                          \
	SIMCUDA_DEVICE unsigned long name(unsigned mask, unsigned long value, offset_type offset,  \
					  int width = 32)                                          \
	{                                                                                          \
		return name(mask, (unsigned long long)value, offset, width);                       \
	}                                                                                          \
	SIMCUDA_DEVICE long name(unsigned mask, long value, offset_type offset, int width = 32)    \
	{                                                                                          \
		return (long)name(mask, (unsigned long long)value, offset, width);                 \
	}                                                                                          \
	SIMCUDA_DEVICE double name(unsigned mask, double value, offset_type offset,                \
				   int width = 32)                                                 \
	{                                                                                          \
		return __builtin_bit_cast(                                                         \
			double,                                                                    \
			name(mask, __builtin_bit_cast(unsigned long long, value), offset, width)); \
	}
SIMCUDA_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_i32, 31, int)
SIMCUDA_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_i32, 0, unsigned)
SIMCUDA_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_i32, 31, unsigned)
SIMCUDA_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_i32, 31, int)

/* Who has the same value, bit for bit. */
#define SIMCUDA_MATCH(type, word, bits, in)                                                        \
	SIMCUDA_DEVICE unsigned __match_any_sync(unsigned mask, type value)                        \
	{                                                                                          \
		word all = __builtin_bit_cast(word, value);                                        \
		unsigned same;                                                                     \
		__asm__ volatile("match.any.sync.b" bits " %0, %1, %2;"                            \
				 : "=r"(same)                                                      \
				 : in(all), "r"(mask));                                            \
		return same;                                                                       \
	}                                                                                          \
	SIMCUDA_DEVICE unsigned __match_all_sync(unsigned mask, type value, int *all_same)         \
	{                                                                                          \
		word all = __builtin_bit_cast(word, value);                                        \
		unsigned same;                                                                     \
		__asm__ volatile("{.reg .pred p; match.all.sync.b" bits                            \
				 " %0|p, %2, %3; selp.s32 %1, 1, 0, p;}"                           \
				 : "=r"(same), "=r"(*all_same)                                     \
				 : in(all), "r"(mask));                                            \
		return same;                                                                       \
	}
SIMCUDA_MATCH(int, unsigned, "32", "r")
SIMCUDA_MATCH(unsigned, unsigned, "32", "r")
SIMCUDA_MATCH(float, unsigned, "32", "r")
SIMCUDA_MATCH(long, unsigned long, "64", "l")
SIMCUDA_MATCH(unsigned long, unsigned long, "64", "l")
SIMCUDA_MATCH(long long, unsigned long, "64", "l")
SIMCUDA_MATCH(unsigned long long, unsigned long, "64", "l")
SIMCUDA_MATCH(double, unsigned long, "64", "l")

#define SIMCUDA_REDUCE(name, type, by)                                                             \
	SIMCUDA_DEVICE type name(unsigned mask, type value)                                        \
	{                                                                                          \
		type all;                                                                          \
		__asm__ volatile("redux.sync." by " %0, %1, %2;"                                   \
				 : "=r"(all)                                                       \
				 : "r"(value), "r"(mask));                                         \
		return all;                                                                        \
	}
SIMCUDA_REDUCE(__reduce_add_sync, int, "add.s32")
SIMCUDA_REDUCE(__reduce_add_sync, unsigned, "add.u32")
SIMCUDA_REDUCE(__reduce_min_sync, int, "min.s32")
SIMCUDA_REDUCE(__reduce_min_sync, unsigned, "min.u32")
SIMCUDA_REDUCE(__reduce_max_sync, int, "max.s32")
SIMCUDA_REDUCE(__reduce_max_sync, unsigned, "max.u32")
SIMCUDA_REDUCE(__reduce_and_sync, unsigned, "and.b32")
SIMCUDA_REDUCE(__reduce_or_sync, unsigned, "or.b32")
SIMCUDA_REDUCE(__reduce_xor_sync, unsigned, "xor.b32")

/* --- barriers that tell something -------------------------------------------------------------- */

#define SIMCUDA_COUNTED_BARRIER(name, by, result, after)                                           \
	SIMCUDA_DEVICE int name(int predicate)                                                     \
	{                                                                                          \
		int answer;                                                                        \
		__asm__ volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; "                        \
				 "bar.red." by " " result ", 0, p; " after "}"                     \
				 : "=r"(answer)                                                    \
				 : "r"(predicate)                                                  \
				 : "memory");                                                      \
		return answer;                                                                     \
	}
SIMCUDA_COUNTED_BARRIER(__syncthreads_count, "popc.u32", "%0", "")
SIMCUDA_COUNTED_BARRIER(__syncthreads_and, "and.pred", "q", "selp.s32 %0, 1, 0, q; ")
SIMCUDA_COUNTED_BARRIER(__syncthreads_or, "or.pred", "q", "selp.s32 %0, 1, 0, q; ")
#undef SIMCUDA_COUNTED_BARRIER

#include "simcuda_atomics.hpp"

/* --- printing --------------------------------------------------------------------------------- */

/* clang packs the arguments of a kernel's printf, and calls vprintf */
extern "C" {
__attribute__((device)) int vprintf(const char *format, const char *arguments);
__attribute__((device)) int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
__attribute__((device, noreturn)) void __assertfail(const char *message, const char *file,
						    unsigned line, const char *function,
						    size_t char_size);

/* what assert() of the C library calls */
__attribute__((device, always_inline, nodebug, noreturn)) inline void
__assert_fail(const char *message, const char *file, unsigned line, const char *function) noexcept
{
	__assertfail(message, file, line, function, sizeof(char));
}
}

/* --- loads, bits, conversions ----------------------------------------------------------------- */

template <class T> SIMCUDA_DEVICE T __ldg(const T *address)
{
	return *address;
}

#define SIMCUDA_BITS(name, to, from)                                                               \
	SIMCUDA_DEVICE to name(from value)                                                         \
	{                                                                                          \
		return __builtin_bit_cast(to, value);                                              \
	}
SIMCUDA_BITS(__float_as_int, int, float)
SIMCUDA_BITS(__float_as_uint, unsigned, float)
SIMCUDA_BITS(__int_as_float, float, int)
SIMCUDA_BITS(__uint_as_float, float, unsigned)
SIMCUDA_BITS(__double_as_longlong, long long, double)
SIMCUDA_BITS(__longlong_as_double, double, long long)

SIMCUDA_DEVICE int __popc(unsigned value)
{
	return __builtin_popcount(value);
}

SIMCUDA_DEVICE int __popcll(unsigned long long value)
{
	return __builtin_popcountll(value);
}

SIMCUDA_DEVICE int __clz(int value)
{
	return value ? __builtin_clz((unsigned)value) : 32;
}

SIMCUDA_DEVICE int __clzll(long long value)
{
	return value ? __builtin_clzll((unsigned long long)value) : 64;
}

SIMCUDA_DEVICE int __ffs(int value)
{
	return value ? 32 - __clz(value & -value) : 0;
}

SIMCUDA_DEVICE unsigned __brev(unsigned value)
{
	return __builtin_bitreverse32(value);
}

SIMCUDA_DEVICE int __mulhi(int a, int b)
{
	return (int)((long long)a * b >> 32);
}

SIMCUDA_DEVICE unsigned __umulhi(unsigned a, unsigned b)
{
	return (unsigned)((unsigned long long)a * b >> 32);
}

/* Loops of the compiler's. */
extern "C" {
SIMCUDA_DEVICE void *memcpy(void *to, const void *from, size_t bytes)
{
	return __builtin_memcpy(to, from, bytes);
}

SIMCUDA_DEVICE void *memmove(void *to, const void *from, size_t bytes)
{
	return __builtin_memmove(to, from, bytes);
}

SIMCUDA_DEVICE void *memset(void *to, int value, size_t bytes)
{
	return __builtin_memset(to, value, bytes);
}
}

#include "simcuda_math.hpp"

#pragma clang diagnostic pop
#pragma clang diagnostic ignored "-Wignored-attributes"

/* what a file with kernels has without asking for it, as with nvcc */
#include <math.h>
#include <string.h>

#endif
