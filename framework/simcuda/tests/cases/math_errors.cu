// expect: silent

// Functions of math.h against long double: the largest error of each, in units of the last place, over
// arguments of a fixed seed and those at the edges; none may be larger than docs/kernels.md says. Run
// with any argument it prints them.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define COUNT 4096

static unsigned long long seed = 7;

static double uniform()
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (double)(seed >> 11) / 9007199254740992.0;
}

// between low and high; if both are above 0, evenly in their logarithms in every second one
static double draw(double low, double high, int i)
{
	if (low > 0 && i % 2)
		return exp(log(low) + uniform() * (log(high) - log(low)));
	return low + uniform() * (high - low);
}

static double ulps(long double got, long double right, int digits, int least)
{
	int exponent;
	if (std::isnan(right) || std::isinf(right) || std::isnan(got) || std::isinf(got))
		return std::isnan(right) == std::isnan(got) && (std::isnan(got) || got == right)
			       ? 0
			       : 1e9;
	frexpl(right, &exponent);
	if (right == 0 || exponent < least)
		exponent = least;
	return (double)(fabsl(got - right) / ldexpl(1, exponent - digits));
}
static double ulps_of(float got, long double right)
{
	if (fabsl(right) >= 0x1.ffffffp127L)
		right = std::isnan(right) ? right : copysignl(INFINITY, right);
	return ulps(got, right, 24, -125);
}
static double ulps_of(double got, long double right)
{
	if (fabsl(right) > (long double)__DBL_MAX__)
		right = std::isnan(right) ? right : copysignl(INFINITY, right);
	return ulps(got, right, 53, -1021);
}

static int shown, failed;

template <class T> struct Arrays {
	T *x, *y, *z, host_x[COUNT], host_y[COUNT], host_z[COUNT];
};
static Arrays<float> floats;
static Arrays<double> doubles;
template <class T> Arrays<T> &arrays();
template <> Arrays<float> &arrays<float>()
{
	return floats;
}
template <> Arrays<double> &arrays<double>()
{
	return doubles;
}

template <class T>
static void measure(const char *name, void (*kernel)(const T *, const T *, T *),
		    long double (*right)(long double, long double), double low, double high,
		    double low_2, double high_2, double most)
{
	static const double edges[] = {0.0, -0.0, 1,        -1,        0.5, 2,
				       -2,  3,    INFINITY, -INFINITY, NAN, 1e-30};
	const int special = sizeof edges / sizeof *edges;
	Arrays<T> &a = arrays<T>();
	double worst = 0;
	int at = 0;
	for (int i = 0; i < COUNT; i++) {
		a.host_x[i] = (T)(i < special ? edges[i] : draw(low, high, i));
		a.host_y[i] = (T)draw(low_2, high_2, i / 2);
	}
	cudaMemcpy(a.x, a.host_x, sizeof a.host_x, cudaMemcpyHostToDevice);
	cudaMemcpy(a.y, a.host_y, sizeof a.host_y, cudaMemcpyHostToDevice);
	kernel<<<COUNT / 256, 256>>>(a.x, a.y, a.z);
	cudaMemcpy(a.host_z, a.z, sizeof a.host_z, cudaMemcpyDeviceToHost);
	for (int i = 0; i < COUNT; i++) {
		double error = ulps_of(a.host_z[i], right(a.host_x[i], a.host_y[i]));
		if (error > worst) {
			worst = error;
			at = i;
		}
	}
	if (shown)
		printf("%-10s %-6s %8.3g\n", name, sizeof(T) == 4 ? "float" : "double", worst);
	if (worst > most) {
		fprintf(stderr, "%s of %.17g, %.17g: %.17g, not %.17Lg: %g ulp, more than %g\n",
			name, (double)a.host_x[at], (double)a.host_y[at], (double)a.host_z[at],
			right(a.host_x[at], a.host_y[at]), worst, most);
		failed = 1;
	}
}

#define FUNCTION(name, call, exact, low, high, low_2, high_2, of_float, of_double)                 \
	template <class T> __global__ void kernel_##name(const T *x_, const T *y_, T *z)           \
	{                                                                                          \
		int i = blockIdx.x * blockDim.x + threadIdx.x;                                     \
		T x = x_[i], y = y_[i];                                                            \
		z[i] = call;                                                                       \
		(void)y;                                                                           \
	}                                                                                          \
	static long double right_##name(long double x, long double y)                              \
	{                                                                                          \
		(void)y;                                                                           \
		return exact;                                                                      \
	}                                                                                          \
	static void test_##name()                                                                  \
	{                                                                                          \
		measure<float>(#name, kernel_##name<float>, right_##name, low, high, low_2,        \
			       high_2, of_float);                                                  \
		measure<double>(#name, kernel_##name<double>, right_##name, low, high, low_2,      \
				high_2, of_double);                                                \
	}
static long double sine_of_turns(long double x)
{
	long double r = x - 2 * rintl(x / 2);
	r = fabsl(r) > 0.5L ? copysignl(1, r) - r : r;
	return sinl(r * 3.14159265358979323846264338327950288L);
}

#define ONE(name, low, high, of_float, of_double)                                                  \
	FUNCTION(name, name(x), name##l(x), low, high, 0, 1, of_float, of_double)
#define TWO(name, low, high, low_2, high_2, of_float, of_double)                                   \
	FUNCTION(name, name(x, y), name##l(x, y), low, high, low_2, high_2, of_float, of_double)
#define HALF 0.50001
ONE(exp, -80, 80, HALF, 1.1)
ONE(log, 1e-30, 1e30, HALF, 2.4)
ONE(log2, 1e-30, 1e30, HALF, 2.4)
ONE(log10, 1e-30, 1e30, HALF, 2.4)
ONE(sin, -1000, 1000, HALF, 1.6)
ONE(cos, -1000, 1000, HALF, 1.6)
ONE(tan, -1000, 1000, HALF, 4)
ONE(asin, -1, 1, HALF, 3)
ONE(acos, -1, 1, HALF, 3)
ONE(atan, -20, 20, HALF, 2)
TWO(atan2, -20, 20, -20, 20, HALF, 2)
ONE(sinh, -30, 30, HALF, 3)
ONE(cosh, -30, 30, HALF, 2)
ONE(tanh, -10, 10, HALF, 3)
ONE(asinh, -100, 100, HALF, 4)
ONE(acosh, 1, 100, HALF, 4)
ONE(atanh, -1, 1, HALF, 4)
ONE(expm1, -10, 10, HALF, 3)
ONE(log1p, -0.99, 20, HALF, 3)
ONE(cbrt, 1e-30, 1e30, HALF, 1.5)
TWO(hypot, 1e-10, 1e10, 1e-10, 1e10, HALF, 1.5)
ONE(erf, -4, 4, HALF, 4)
ONE(erfc, -4, 10, HALF, 8)
ONE(tgamma, 0.01, 30, HALF, 12)
ONE(lgamma, 0.01, 100, 0.6, 12)
TWO(fmod, -1e6, 1e6, 0.1, 10, 0, 0)
TWO(remainder, -1e6, 1e6, 0.1, 10, 0, 0)
ONE(round, -100, 100, 0, 0)
ONE(rint, -100, 100, 0, 0)
ONE(trunc, -100, 100, 0, 0)
ONE(floor, -100, 100, 0, 0)
ONE(ceil, -100, 100, 0, 0)
ONE(sqrt, 1e-30, 1e30, 0.5, 0.5)
TWO(copysign, -1, 1, -1, 1, 0, 0)
TWO(fdim, -1, 1, -1, 1, 0.5, 0.5)
FUNCTION(rsqrt, rsqrt(x), 1 / sqrtl(x), 1e-30, 1e30, 0, 1, HALF, 1.5)
FUNCTION(exp2, exp2(x), exp2l(x), -120, 120, 0, 1, HALF, 1.1)
FUNCTION(normcdf, normcdf(x), 0.5L * erfcl(x * -0.707106781186547524400844362104849L), -5, 5, 0, 1,
	 HALF, 40)
FUNCTION(sinpi, sinpi(x), sine_of_turns(x), -10.3, 10.2, 0, 1, HALF, 3)
FUNCTION(exp10, exp10(x), powl(10, x), -30, 30, 0, 1, HALF, 3)
TWO(pow, 1e-3, 1e3, -20, 20, HALF, 4)

int main(int count, char **)
{
	shown = count > 1 || getenv("SHOWN");
	cudaMalloc(&floats.x, sizeof floats.host_x);
	cudaMalloc(&floats.y, sizeof floats.host_x);
	cudaMalloc(&floats.z, sizeof floats.host_x);
	cudaMalloc(&doubles.x, sizeof doubles.host_x);
	cudaMalloc(&doubles.y, sizeof doubles.host_x);
	cudaMalloc(&doubles.z, sizeof doubles.host_x);
#define TEST(name) test_##name()
	TEST(exp);
	TEST(log);
	TEST(log2);
	TEST(log10);
	TEST(sin);
	TEST(cos);
	TEST(tan);
	TEST(asin);
	TEST(acos);
	TEST(atan);
	TEST(atan2);
	TEST(sinh);
	TEST(cosh);
	TEST(tanh);
	TEST(asinh);
	TEST(acosh);
	TEST(atanh);
	TEST(expm1);
	TEST(log1p);
	TEST(cbrt);
	TEST(hypot);
	TEST(erf);
	TEST(erfc);
	TEST(tgamma);
	TEST(lgamma);
	TEST(fmod);
	TEST(remainder);
	TEST(round);
	TEST(rint);
	TEST(trunc);
	TEST(floor);
	TEST(ceil);
	TEST(sqrt);
	TEST(copysign);
	TEST(fdim);
	TEST(rsqrt);
	TEST(exp2);
	TEST(normcdf);
	TEST(sinpi);
	TEST(exp10);
	TEST(pow);
	cudaFree(floats.x);
	cudaFree(floats.y);
	cudaFree(floats.z);
	cudaFree(doubles.x);
	cudaFree(doubles.y);
	cudaFree(doubles.z);
	return failed;
}
