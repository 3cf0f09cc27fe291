/* simcuda_intrinsics.hpp - functions of CUDA that stand for an instruction: approximations, roundings,
 * conversions, bits, loads past caches. Part of simcuda_math.hpp. */
#ifndef SIMCUDA_INTRINSICS_HPP
#define SIMCUDA_INTRINSICS_HPP

/* --- the hardware's approximations ------------------------------------------------------------ */

SIMCUDA_MATH_1(__expf, float, __nvvm_ex2_approx_f(x * 1.4426950408889634f))
SIMCUDA_MATH_1(__exp10f, float, __nvvm_ex2_approx_f(x * 3.3219280948873623f))
SIMCUDA_MATH_1(__logf, float, __nvvm_lg2_approx_f(x) * 0.6931471805599453f)
SIMCUDA_MATH_1(__log2f, float, __nvvm_lg2_approx_f(x))
SIMCUDA_MATH_1(__log10f, float, __nvvm_lg2_approx_f(x) * 0.3010299956639812f)
SIMCUDA_MATH_1(__sinf, float, __nvvm_sin_approx_f(x))
SIMCUDA_MATH_1(__cosf, float, __nvvm_cos_approx_f(x))
SIMCUDA_MATH_1(__tanf, float, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
SIMCUDA_MATH_2(__powf, float, __nvvm_ex2_approx_f(y *__nvvm_lg2_approx_f(x)))
SIMCUDA_MATH_2(__fdividef, float, __nvvm_div_approx_f(x, y))
SIMCUDA_MATH_1(__frsqrt_rn, float, rsqrtf(x))
SIMCUDA_MATH_1(__saturatef, float, (x > 0 ? (x < 1 ? x : 1.0f) : 0.0f))

/* --- arithmetic with a rounding of its own ----------------------------------------------------- */

/* by: what stands between the quotation marks; f, d: letters of the registers */
#define SIMCUDA_ROUNDED_1(name, type, by, in)                                                      \
	SIMCUDA_DEVICE type name(type x)                                                           \
	{                                                                                          \
		type y;                                                                            \
		__asm__(by " %0, %1;" : "=" in(y) : in(x));                                        \
		return y;                                                                          \
	}
#define SIMCUDA_ROUNDED_2(name, type, by, in)                                                      \
	SIMCUDA_DEVICE type name(type x, type y)                                                   \
	{                                                                                          \
		type z;                                                                            \
		__asm__(by " %0, %1, %2;" : "=" in(z) : in(x), in(y));                             \
		return z;                                                                          \
	}
#define SIMCUDA_ROUNDED_3(name, type, by, in)                                                      \
	SIMCUDA_DEVICE type name(type x, type y, type z)                                           \
	{                                                                                          \
		type w;                                                                            \
		__asm__(by " %0, %1, %2, %3;" : "=" in(w) : in(x), in(y), in(z));                  \
		return w;                                                                          \
	}
#define SIMCUDA_ROUNDED(mode, word)                                                                \
	SIMCUDA_ROUNDED_2(__fadd_##mode, float, "add." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_2(__fsub_##mode, float, "sub." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_2(__fmul_##mode, float, "mul." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_2(__fdiv_##mode, float, "div." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_3(__fmaf_##mode, float, "fma." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_1(__fsqrt_##mode, float, "sqrt." word ".f32", "f")                         \
	SIMCUDA_ROUNDED_1(__frcp_##mode, float, "rcp." word ".f32", "f")                           \
	SIMCUDA_ROUNDED_2(__dadd_##mode, double, "add." word ".f64", "d")                          \
	SIMCUDA_ROUNDED_2(__dsub_##mode, double, "sub." word ".f64", "d")                          \
	SIMCUDA_ROUNDED_2(__dmul_##mode, double, "mul." word ".f64", "d")                          \
	SIMCUDA_ROUNDED_2(__ddiv_##mode, double, "div." word ".f64", "d")                          \
	SIMCUDA_ROUNDED_3(__fma_##mode, double, "fma." word ".f64", "d")                           \
	SIMCUDA_ROUNDED_1(__dsqrt_##mode, double, "sqrt." word ".f64", "d")                        \
	SIMCUDA_ROUNDED_1(__drcp_##mode, double, "rcp." word ".f64", "d")
SIMCUDA_ROUNDED(rn, "rn")
SIMCUDA_ROUNDED(rz, "rz")
SIMCUDA_ROUNDED(rd, "rm")
SIMCUDA_ROUNDED(ru, "rp")

/* --- conversions ------------------------------------------------------------------------------- */

#define SIMCUDA_CONVERT(name, to, from, by, out, in)                                               \
	SIMCUDA_DEVICE to name(from x)                                                             \
	{                                                                                          \
		to y;                                                                              \
		__asm__("cvt." by " %0, %1;" : "=" out(y) : in(x));                                \
		return y;                                                                          \
	}
#define SIMCUDA_CONVERT_ALL(mode, whole, rounds)                                                   \
	SIMCUDA_CONVERT(__float2int_##mode, int, float, whole ".s32.f32", "r", "f")                \
	SIMCUDA_CONVERT(__float2uint_##mode, unsigned, float, whole ".u32.f32", "r", "f")          \
	SIMCUDA_CONVERT(__float2ll_##mode, long long, float, whole ".s64.f32", "l", "f")           \
	SIMCUDA_CONVERT(__float2ull_##mode, unsigned long long, float, whole ".u64.f32", "l", "f") \
	SIMCUDA_CONVERT(__double2int_##mode, int, double, whole ".s32.f64", "r", "d")              \
	SIMCUDA_CONVERT(__double2uint_##mode, unsigned, double, whole ".u32.f64", "r", "d")        \
	SIMCUDA_CONVERT(__double2ll_##mode, long long, double, whole ".s64.f64", "l", "d")         \
	SIMCUDA_CONVERT(__double2ull_##mode, unsigned long long, double, whole ".u64.f64", "l",    \
			"d")                                                                       \
	SIMCUDA_CONVERT(__int2float_##mode, float, int, rounds ".f32.s32", "f", "r")               \
	SIMCUDA_CONVERT(__uint2float_##mode, float, unsigned, rounds ".f32.u32", "f", "r")         \
	SIMCUDA_CONVERT(__ll2float_##mode, float, long long, rounds ".f32.s64", "f", "l")          \
	SIMCUDA_CONVERT(__ull2float_##mode, float, unsigned long long, rounds ".f32.u64", "f",     \
			"l")                                                                       \
	SIMCUDA_CONVERT(__ll2double_##mode, double, long long, rounds ".f64.s64", "d", "l")        \
	SIMCUDA_CONVERT(__ull2double_##mode, double, unsigned long long, rounds ".f64.u64", "d",   \
			"l")                                                                       \
	SIMCUDA_CONVERT(__double2float_##mode, float, double, rounds ".f32.f64", "f", "d")
SIMCUDA_CONVERT_ALL(rn, "rni", "rn")
SIMCUDA_CONVERT_ALL(rz, "rzi", "rz")
SIMCUDA_CONVERT_ALL(rd, "rmi", "rm")
SIMCUDA_CONVERT_ALL(ru, "rpi", "rp")
SIMCUDA_CONVERT(__int2double_rn, double, int, "rn.f64.s32", "d", "r")
SIMCUDA_CONVERT(__uint2double_rn, double, unsigned, "rn.f64.u32", "d", "r")

SIMCUDA_DEVICE int __double2hiint(double x)
{
	return (int)(__builtin_bit_cast(long long, x) >> 32);
}

SIMCUDA_DEVICE int __double2loint(double x)
{
	return (int)__builtin_bit_cast(long long, x);
}

SIMCUDA_DEVICE double __hiloint2double(int high, int low)
{
	return __builtin_bit_cast(double, (long long)high << 32 | (unsigned)low);
}

/* --- bits and integers ------------------------------------------------------------------------- */

SIMCUDA_DEVICE int __ffsll(long long value)
{
	return value ? 64 - __clzll(value & -value) : 0;
}

SIMCUDA_DEVICE unsigned long long __brevll(unsigned long long value)
{
	return __builtin_bitreverse64(value);
}

SIMCUDA_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
	unsigned z;
	__asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(z) : "r"(x), "r"(y), "r"(selector));
	return z;
}

#define SIMCUDA_FUNNEL(name, by)                                                                   \
	SIMCUDA_DEVICE unsigned name(unsigned low, unsigned high, unsigned shift)                  \
	{                                                                                          \
		unsigned z;                                                                        \
		__asm__("shf." by ".b32 %0, %1, %2, %3;"                                           \
			: "=r"(z)                                                                  \
			: "r"(low), "r"(high), "r"(shift));                                        \
		return z;                                                                          \
	}
SIMCUDA_FUNNEL(__funnelshift_l, "l.wrap")
SIMCUDA_FUNNEL(__funnelshift_r, "r.wrap")
SIMCUDA_FUNNEL(__funnelshift_lc, "l.clamp")
SIMCUDA_FUNNEL(__funnelshift_rc, "r.clamp")

#define SIMCUDA_INTEGER_2(name, type, expression)                                                  \
	SIMCUDA_DEVICE type name(type x, type y)                                                   \
	{                                                                                          \
		return expression;                                                                 \
	}
SIMCUDA_INTEGER_2(__mul24, int, (int)((unsigned)((x << 8) >> 8) * (unsigned)((y << 8) >> 8)))
SIMCUDA_INTEGER_2(__umul24, unsigned, (x & 0xffffffu) * (y & 0xffffffu))
SIMCUDA_INTEGER_2(__hadd, int, (int)(((long long)x + y) >> 1))
SIMCUDA_INTEGER_2(__rhadd, int, (int)(((long long)x + y + 1) >> 1))
SIMCUDA_INTEGER_2(__uhadd, unsigned, (unsigned)(((unsigned long long)x + y) >> 1))
SIMCUDA_INTEGER_2(__urhadd, unsigned, (unsigned)(((unsigned long long)x + y + 1) >> 1))
SIMCUDA_INTEGER_2(__mul64hi, long long, (long long)((__int128)x *y >> 64))
SIMCUDA_INTEGER_2(__umul64hi, unsigned long long,
		  (unsigned long long)((unsigned __int128)x *y >> 64))

SIMCUDA_DEVICE unsigned __sad(int x, int y, unsigned z)
{
	return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y);
}

SIMCUDA_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
	return z + (x < y ? y - x : x - y);
}

#define SIMCUDA_DOT(type, by)                                                                      \
	SIMCUDA_DEVICE type __dp4a(type a, type b, type c)                                         \
	{                                                                                          \
		type d;                                                                            \
		__asm__("dp4a." by " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));         \
		return d;                                                                          \
	}
SIMCUDA_DOT(int, "s32.s32")
SIMCUDA_DOT(unsigned, "u32.u32")

/* --- time, ends -------------------------------------------------------------------------------- */

SIMCUDA_DEVICE long long clock64(void)
{
	long long ticks;
	__asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(ticks)::"memory");
	return ticks;
}

extern "C" __attribute__((device, always_inline, nodebug)) inline clock_t clock(void) noexcept
{
	int ticks;
	__asm__ volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
	return ticks;
}

SIMCUDA_DEVICE void __nanosleep(unsigned nanoseconds)
{
	__asm__ volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}

SIMCUDA_DEVICE void __trap(void)
{
	__asm__ volatile("trap;");
}

SIMCUDA_DEVICE void __brkpt(void)
{
	__asm__ volatile("brkpt;");
}

/* --- loads and stores that say how caches are to take them ------------------------------------- */

#define SIMCUDA_LOAD(name)                                                                         \
	template <class T> SIMCUDA_DEVICE T name(const T *address)                                 \
	{                                                                                          \
		return *address;                                                                   \
	}
SIMCUDA_LOAD(__ldca)
SIMCUDA_LOAD(__ldcg)
SIMCUDA_LOAD(__ldcs)
SIMCUDA_LOAD(__ldlu)
SIMCUDA_LOAD(__ldcv)
#define SIMCUDA_STORE(name)                                                                        \
	template <class T> SIMCUDA_DEVICE void name(T *address, T value)                           \
	{                                                                                          \
		*address = value;                                                                  \
	}
SIMCUDA_STORE(__stwb)
SIMCUDA_STORE(__stcg)
SIMCUDA_STORE(__stcs)
SIMCUDA_STORE(__stwt)

#endif
