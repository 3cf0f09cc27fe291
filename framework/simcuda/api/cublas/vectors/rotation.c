/* rotation.c - rotations are made: rotg and, of the modified kind, rotmg.
 *
 * What they work on is a few numbers. In host pointer mode these are the host's, and the host does
 * the work at once, as on hardware; in device mode they are operands of a kernel. The work is done
 * in double precision for all types. The host BLAS's own routines overflow on the way (rotg) and
 * forget h22 when d1 is 0 (rotmg). */
#include <math.h>

#include "framework/simcuda/api/cublas/base/blas.h"

/* b becomes the number that c and s can be made of: see simcublas_families.h. */
static void rotg_real(double *a, double *b, double *c, double *s)
{
	bool longer = fabs(*a) > fabs(*b);
	double r = copysign(hypot(*a, *b), longer ? *a : *b);

	*c = r == 0 ? 1 : *a / r;
	*s = r == 0 ? 0 : *b / r;
	*a = r;
	*b = r == 0 || longer ? *s : *c != 0 ? 1 / *c : 1;
}

/* The direction of a is kept, so that c is real. */
static void rotg_complex(double complex *a, const double complex *b, double *c, double complex *s)
{
	double size = cabs(*a), norm = hypot(size, cabs(*b));

	if (size == 0) {
		*c = 0;
		*s = 1;
		*a = *b;
		return;
	}
	double complex direction = *a / size;
	*c = size / norm;
	*s = direction * (conj(*b) / norm);
	*a = direction * norm;
}

#define ROTG_RUN(t, r, wide, make)                                                                 \
	BLAS_RUN(t##rotg)                                                                          \
	{                                                                                          \
		blas_##t *to_a = memory[0], *to_b = memory[1], *to_s = memory[3];                  \
		wide a = *to_a, b = *to_b, s;                                                      \
		double c;                                                                          \
                                                                                                   \
		(void)j;                                                                           \
		make(&a, &b, &c, &s);                                                              \
		*to_a = (blas_##t)a;                                                               \
		*to_b = (blas_##t)b;                                                               \
		*(blas_##r *)memory[2] = (blas_##r)c;                                              \
		*to_s = (blas_##t)s;                                                               \
	}
ROTG_RUN(s, s, double, rotg_real)
ROTG_RUN(d, d, double, rotg_real)
ROTG_RUN(c, s, double complex, rotg_complex)
ROTG_RUN(z, d, double complex, rotg_complex)
BLAS_FAMILY(rotg)

/* The modified rotation, and its limits for d1 and d2, are those of Lawson, Hanson, Kincaid and
 * Krogh, "Basic Linear Algebra Subprograms for Fortran Usage", ACM TOMS 5 (3), 1979. */
typedef struct Modified {
	int flag; /* which of h11 ... h22 count: see simcublas_families.h */
	double d1, d2, x, h11, h21, h12, h22;
} Modified;

/* Brings d between 1 / 4096^2 and 4096^2 by powers of 4096 and scales what goes with it; true if
 * that took anything. */
static bool rescale(double *d, double *h1, double *h2, double *x)
{
	const double unit = 4096, limit = unit * unit;
	bool scaled = false;

	while (*d != 0 && isfinite(*d) && !(fabs(*d) > 1 / limit && fabs(*d) < limit)) {
		double by = fabs(*d) < 1 ? 1 / unit : unit;
		*d /= by * by;
		*h1 *= by;
		*h2 *= by;
		*x *= by;
		scaled = true;
	}
	return scaled;
}

static Modified rotmg(double d1, double d2, double x, double y)
{
	const Modified none = {.flag = -1}, identity = {-2, d1, d2, x, 1, 0, 0, 1};
	double p1 = d1 * x, p2 = d2 * y, q1 = p1 * x, q2 = p2 * y, u, unused = 0;
	Modified m;

	if (d1 < 0)
		return none;
	if (p2 == 0)
		return identity;
	if (q1 > fabs(q2)) {
		m = (Modified){0, d1, d2, x, 1, -y / x, p2 / p1, 1};
		u = 1 - m.h12 * m.h21;
	} else {
		m = (Modified){1, d2, d1, y, p1 / p2, -1, 1, x / y};
		u = 1 + m.h11 * m.h22;
	}
	if (!(u > 0) || (q2 < 0 && m.flag == 1))
		return none;
	m.d1 /= u;
	m.d2 /= u;
	m.x *= u;
	bool first = rescale(&m.d1, &m.h11, &m.h12, &m.x);
	if (rescale(&m.d2, &m.h21, &m.h22, &unused) || first)
		m.flag = -1;
	return m;
}

#define ROTMG_RUN(t)                                                                               \
	BLAS_RUN(t##rotmg)                                                                         \
	{                                                                                          \
		blas_##t *d1 = memory[0], *d2 = memory[1], *x = memory[2], *param = memory[4];     \
		Modified m = rotmg(*d1, *d2, *x, *(const blas_##t *)memory[3]);                    \
                                                                                                   \
		(void)j;                                                                           \
		*d1 = (blas_##t)m.d1;                                                              \
		*d2 = (blas_##t)m.d2;                                                              \
		*x = (blas_##t)m.x;                                                                \
		param[0] = (blas_##t)m.flag;                                                       \
		if (m.flag == -1 || m.flag == 1) {                                                 \
			param[1] = (blas_##t)m.h11;                                                \
			param[4] = (blas_##t)m.h22;                                                \
		}                                                                                  \
		if (m.flag == -1 || m.flag == 0) {                                                 \
			param[2] = (blas_##t)m.h21;                                                \
			param[3] = (blas_##t)m.h12;                                                \
		}                                                                                  \
	}
ROTMG_RUN(s)
ROTMG_RUN(d)
const SimKernel blas_rotmg[BLAS_ANY] = {BLAS_KERNEL("cublasSrotmg", run_srotmg),
					BLAS_KERNEL("cublasDrotmg", run_drotmg)};

/* A few numbers that rotg or rotmg works on. */
typedef struct Numbers {
	void *memory;
	BlasType type;
	int count;
	SimAccess access;
} Numbers;

static cublasStatus_t generate(BlasCall *call, const Numbers *numbers, int count,
			       const SimKernel *kernel)
{
	const void *arguments[] = {&call->job};
	void *memory[BLAS_RANGES];
	BlasType type = call->type;

	if (!blas_enter(call))
		return call->status;
	bool on_device = call->handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
	for (int i = 0; i < count; i++) {
		blas_require(call, numbers[i].memory != NULL);
		memory[i] = numbers[i].memory;
		call->type = numbers[i].type; /* of which the operand is */
		if (on_device)
			blas_vector(call, memory[i], numbers[i].count, 1, numbers[i].access);
	}
	call->type = type;
	if (on_device)
		return blas_launch(call, kernel, 8, false);
	if (call->status == CUBLAS_STATUS_SUCCESS)
		kernel[type].run(arguments, 1, memory);
	return call->status;
}

#define ROTG(T, R, P, PR)                                                                          \
	cublasStatus_t cublas##T##rotg_v2(cublasHandle_t handle, P *a, P *b, PR *c, P *s)          \
	{                                                                                          \
		const Numbers numbers[] = {{a, BLAS_##T, 1, SIM_READ_WRITE},                       \
					   {b, BLAS_##T, 1, SIM_READ_WRITE},                       \
					   {c, BLAS_##R, 1, SIM_WRITE},                            \
					   {s, BLAS_##T, 1, SIM_WRITE}};                           \
		return generate(BLAS_CALL(handle, T), numbers, 4, blas_rotg);                      \
	}
ROTG(S, S, float, float)
ROTG(D, D, double, double)
ROTG(C, S, cuComplex, float)
ROTG(Z, D, cuDoubleComplex, double)

/* What the flag says does not count of param is not written. */
#define ROTMG(T, P)                                                                                \
	cublasStatus_t cublas##T##rotmg_v2(cublasHandle_t handle, P *d1, P *d2, P *x1,             \
					   const P *y1, P *param)                                  \
	{                                                                                          \
		const Numbers numbers[] = {{d1, BLAS_##T, 1, SIM_READ_WRITE},                      \
					   {d2, BLAS_##T, 1, SIM_READ_WRITE},                      \
					   {x1, BLAS_##T, 1, SIM_READ_WRITE},                      \
					   {(P *)y1, BLAS_##T, 1, SIM_READ},                       \
					   {param, BLAS_##T, 5, SIM_MAY_WRITE}};                   \
		return generate(BLAS_CALL(handle, T), numbers, 5, blas_rotmg);                     \
	}
ROTMG(S, float)
ROTMG(D, double)
