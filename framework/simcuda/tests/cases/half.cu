// expect: silent
// prints: 0 wrong

// Every half and every bfloat16 through arithmetic and conversions, in a kernel and on the host, against
// exact values: the nearest number is looked for in a table of all there are.

#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define ALL 65536

// the host works with it, but kernels see its name
#ifdef __CUDA_ARCH__
typedef double Exact;
#else
typedef __float128 Exact;
#endif
typedef unsigned short Bits;

enum Operation {
	ADD,
	SUB,
	MUL,
	DIV,
	FMA,
	NEG,
	ABS,
	ROOT,
	DOWN,
	UP,
	ZERO,
	FROM_INT,
	TO_INT,
	LESS,
	OPERATIONS
};

template <class T> __host__ __device__ T of_bits(Bits bits)
{
	T value;
	value.__x = bits;
	return value;
}

// as much as both sides have
template <class T> __host__ __device__ T towards(float value, int which);
template <> __host__ __device__ __half towards<__half>(float value, int which)
{
	return which == DOWN ? __float2half_rd(value)
	       : which == UP ? __float2half_ru(value)
			     : __float2half_rz(value);
}
template <> __host__ __device__ __nv_bfloat16 towards<__nv_bfloat16>(float value, int which)
{
	return which == DOWN ? __float2bfloat16_rd(value)
	       : which == UP ? __float2bfloat16_ru(value)
			     : __float2bfloat16_rz(value);
}
__host__ __device__ int to_int(__half a)
{
	return __half2int_rn(a);
}
__host__ __device__ int to_int(__nv_bfloat16 a)
{
	return __bfloat162int_rn(a);
}

// a float that is between two of them
__host__ __device__ float between(float a, int i)
{
	return a * (1 + (i * 37 % 101) * 0.00001f);
}

template <class T> __host__ __device__ void all(int i, const Bits *b, const Bits *c, Bits *out)
{
	T x = of_bits<T>((Bits)i), y = of_bits<T>(b[i]), z = of_bits<T>(c[i]);
	out[ADD * ALL + i] = (x + y).__x;
	out[SUB * ALL + i] = (x - y).__x;
	out[MUL * ALL + i] = (x * y).__x;
	out[DIV * ALL + i] = (x / y).__x;
	out[FMA * ALL + i] = __hfma(x, y, z).__x;
	out[NEG * ALL + i] = (-x).__x;
	out[ABS * ALL + i] = __habs(x).__x;
	for (int k = DOWN; k <= ZERO; k++)
		out[k * ALL + i] = towards<T>(between((float)x, i), k).__x;
	out[FROM_INT * ALL + i] = T(i * 1000003 - 3).__x;
	out[TO_INT * ALL + i] = (Bits)to_int(x);
	out[LESS * ALL + i] = (x < y) + 2 * (x == y) + 4 * __hgeu(x, y);
}

template <class T> __global__ void in_kernel(const Bits *b, const Bits *c, Bits *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	all<T>(i, b, c, out);
	out[ROOT * ALL + i] = hsqrt(of_bits<T>((Bits)i)).__x;
}

static Exact worth[ALL / 2];
static int numbers;

// by the definition of the format
static Exact value_of(Bits bits, int mantissa, int least)
{
	int exponent = (bits & 0x7fff) >> mantissa, fraction = bits & ((1 << mantissa) - 1);
	Exact size = exponent ? ldexp(fraction + (1 << mantissa), exponent - 1 + least - mantissa)
			      : ldexp(fraction, least - mantissa);
	return bits & 0x8000 ? -size : size;
}

// to nearest, of two equally near to the even one; -1, 0, 1: down, towards 0, up
// lost: what the value should have besides, and is too small for it
static Bits rounded(Exact value, int direction = 2, Exact lost = 0)
{
	Exact size = value < 0 ? -value : value, last = worth[numbers - 1];
	bool minus = value < 0, out = direction == (minus ? -1 : 1), in = direction != 2 && !out;
	int low = 0, high = numbers;
	while (high - low > 1) { // worth[low] <= size
		int middle = (low + high) / 2;
		(worth[middle] <= size ? low : high) = middle;
	}
	Exact step = low + 1 < numbers ? worth[low + 1] - worth[low] : last - worth[numbers - 2];
	Exact rest = size - worth[low];
	bool more = out ? rest > 0 : in ? false : rest * 2 > step;
	if (direction == 2 && rest * 2 == step)
		more = lost == 0 ? low % 2 : (lost < 0) == minus;
	return (Bits)((low + more) | (minus ? 0x8000 : 0));
}

static int wrong;

static void check(const char *where, int operation, int i, Bits got, Bits right, bool is_nan)
{
	bool got_nan = (got & 0x7fff) > numbers;
	bool zero = !(got & 0x7fff) && !(right & 0x7fff);
	if (is_nan ? got_nan : got == right || zero)
		return;
	if (wrong++ < 10)
		fprintf(stderr, "%s: operation %d of %04x: %04x, not %04x\n", where, operation, i,
			got, right);
}

static Bits b[ALL], c[ALL], got[2][OPERATIONS * ALL];

template <class T>
static void compare(const char *where, const Bits *out, bool host, int mantissa, int least)
{
	for (int i = 0; i < ALL; i++) {
		float x = of_bits<T>((Bits)i), y = of_bits<T>(b[i]), z = of_bits<T>(c[i]);
		bool special = (i & 0x7fff) >= numbers;
		if (special != !std::isfinite(x) ||
		    (!special && (Exact)x != value_of((Bits)i, mantissa, least)))
			check(where, -1, i, 0, 1, false);
		if (special || y == 0)
			continue;
		Exact results[] = {(Exact)x + y, (Exact)x - y, (Exact)x * y, (Exact)x / y,
				   (Exact)x * y + z};
		Exact product = results[MUL], of_z = results[FMA] - product;
		Exact lost = product - (results[FMA] - of_z) + (z - of_z);
		for (int k = ADD; k <= FMA; k++)
			check(where, k, i, out[k * ALL + i],
			      rounded(results[k], 2, k == FMA ? lost : 0), false);
		check(where, NEG, i, out[NEG * ALL + i], (Bits)(i ^ 0x8000), false);
		check(where, ABS, i, out[ABS * ALL + i], (Bits)(i & 0x7fff), false);
		if (!host)
			check(where, ROOT, i, out[ROOT * ALL + i], rounded(sqrt((double)x)), x < 0);
		float odd = between(x, i);
		check(where, DOWN, i, out[DOWN * ALL + i], rounded(odd, -1), false);
		check(where, UP, i, out[UP * ALL + i], rounded(odd, 1), false);
		check(where, ZERO, i, out[ZERO * ALL + i], rounded(odd, 0), false);
		check(where, FROM_INT, i, out[FROM_INT * ALL + i], rounded(i * 1000003 - 3), false);
		double whole = rint((double)x);
		int as_int = whole < -2147483648.0  ? -2147483647 - 1
			     : whole > 2147483647.0 ? 2147483647
						    : (int)whole;
		if (out[TO_INT * ALL + i] != (Bits)as_int)
			check(where, TO_INT, i, 0, 1, false);
		if (out[LESS * ALL + i] != (x < y) + 2 * (x == y) + 4 * (x >= y))
			check(where, LESS, i, 0, 1, false);
	}
}

template <class T> static void test(const char *name, int mantissa, int least)
{
	Bits *d_b, *d_c, *d_out;
	unsigned seed = 1;
	numbers = ((1 << (15 - mantissa)) - 1) << mantissa;
	for (int i = 0; i < numbers; i++)
		worth[i] = value_of((Bits)i, mantissa, least);
	for (int i = 0; i < ALL; i++) {
		seed = seed * 1664525 + 1013904223;
		b[i] = (Bits)((seed >> 10) % numbers | (seed & 0x8000));
		c[i] = (Bits)((seed >> 7) % numbers);
		if (i % 3 == 0) // as large as the other
			b[i] = (Bits)((i & 0x7fff) < numbers ? i ^ (seed >> 28) : 0);
	}
	cudaMalloc(&d_b, sizeof b);
	cudaMalloc(&d_c, sizeof c);
	cudaMalloc(&d_out, sizeof got[0]);
	cudaMemset(d_out, 0, sizeof got[0]);
	cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
	cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice);
	in_kernel<T><<<ALL / 256, 256>>>(d_b, d_c, d_out);
	cudaMemcpy(got[0], d_out, sizeof got[0], cudaMemcpyDeviceToHost);
	for (int i = 0; i < ALL; i++)
		all<T>(i, b, c, got[1]);
	compare<T>(name, got[0], false, mantissa, least);
	compare<T>(name, got[1], true, mantissa, least);
	cudaFree(d_b);
	cudaFree(d_c);
	cudaFree(d_out);
}

int main()
{
	test<__half>("half", 10, -14);
	test<__nv_bfloat16>("bfloat16", 7, -126);
	// half way between two numbers, but for a sum that is far too small for a double
	__nv_bfloat16 x = of_bits<__nv_bfloat16>(0x3f81), y = of_bits<__nv_bfloat16>(0x3fc0);
	wrong += __hfma(x, y, __nv_bfloat16(1e-30f)).__x != 0x3fc2 ||
		 __hfma(x, y, __nv_bfloat16(-1e-30f)).__x != 0x3fc1;
	printf("%d wrong\n", wrong);
}
