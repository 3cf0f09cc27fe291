/* simcuda_math_gamma.hpp - the error function and the gamma function for kernels. Part of simcuda_math_more.hpp, whose
 * functions they use. */
#ifndef SIMCUDA_MATH_GAMMA_HPP
#define SIMCUDA_MATH_GAMMA_HPP

/* --- the error function ------------------------------------------------------------------------ */

/* e^(-x^2), with the square in two parts */
SIMCUDA_DEVICE double simcuda_gauss(double x)
{
	double high = __builtin_bit_cast(double, __builtin_bit_cast(long long, x) & ~0x7ffffffll);
	return simcuda_exp(-high * high) * simcuda_exp(-(x - high) * (x + high));
}

/* from 0.8 on, the continued fraction from its far end */
SIMCUDA_DEVICE double simcuda_erfc_far(double x)
{
	double tail = 0;
	if (x > 27.3)
		return 0;
	for (double n = __builtin_rint(20 + 180 / (x * x)); n > 0; n -= 1)
		tail = 0.5 * n / (x + tail);
	return 0.5641895835477563 * simcuda_gauss(x) / (x + tail);
}

/* up to there the series, which is short */
SIMCUDA_DEVICE double simcuda_erf(double x)
{
	double a = __nvvm_fabs_d(x), sum = 0, n = 0;
	if (x != x)
		return x;
	if (a >= 0.8)
		return __builtin_copysign(1 - simcuda_erfc_far(a), x);
	if (a < 1e-9)
		return x * 1.1283791670955126;
	for (double power = 1; __nvvm_fabs_d(power) > 1e-18; n += 1) {
		sum += power / (2 * n + 1);
		power *= -a * a / (n + 1);
	}
	return 1.1283791670955126 * (x * sum);
}

SIMCUDA_DEVICE double simcuda_erfc(double x)
{
	return x < 0.8 || x != x ? 1 - simcuda_erf(x) : simcuda_erfc_far(x);
}

SIMCUDA_BY_DOUBLE_1(erf)
SIMCUDA_BY_DOUBLE_1(erfc)
SIMCUDA_BOTH_1(normcdf, (float)(0.5 * simcuda_erfc((double)x * -0.7071067811865476)),
	       0.5 * simcuda_erfc(x * -0.7071067811865476))

/* --- the gamma function ------------------------------------------------------------------------ */

/* log of gamma(2 + z) for |z| up to 1/2: the coefficients are (zeta(k) - 1) / k, with alternating
 * signs, and 1 less Euler's constant */
SIMCUDA_DEVICE double simcuda_lgamma_near_2(double z)
{
	double sum = -3.527742476575915e-12;
	sum = fma(sum, z, 7.275974480239079e-12);
	sum = fma(sum, z, -1.5021384080754142e-11);
	sum = fma(sum, z, 3.1044247747322276e-11);
	sum = fma(sum, z, -6.4229645638381e-11);
	sum = fma(sum, z, 1.330476437424449e-10);
	sum = fma(sum, z, -2.7595228851242334e-10);
	sum = fma(sum, z, 5.731367241678862e-10);
	sum = fma(sum, z, -1.1921401405860912e-09);
	sum = fma(sum, z, 2.4836745438024785e-09);
	sum = fma(sum, z, -5.183475041970047e-09);
	sum = fma(sum, z, 1.0838659214896955e-08);
	sum = fma(sum, z, -2.2711094608943164e-08);
	sum = fma(sum, z, 4.7698101693639804e-08);
	sum = fma(sum, z, -1.0043224823968099e-07);
	sum = fma(sum, z, 2.1207184805554665e-07);
	sum = fma(sum, z, -4.492469198764566e-07);
	sum = fma(sum, z, 9.55141213040742e-07);
	sum = fma(sum, z, -2.039215753801366e-06);
	sum = fma(sum, z, 4.374866789907488e-06);
	sum = fma(sum, z, -9.439488275268397e-06);
	sum = fma(sum, z, 2.050721277567069e-05);
	sum = fma(sum, z, -4.492623673813314e-05);
	sum = fma(sum, z, 9.945751278180853e-05);
	sum = fma(sum, z, -0.00022315475845357939);
	sum = fma(sum, z, 0.0005096695247430425);
	sum = fma(sum, z, -0.001192753911703261);
	sum = fma(sum, z, 0.0028905103307415234);
	sum = fma(sum, z, -0.007385551028673986);
	sum = fma(sum, z, 0.020580808427784546);
	sum = fma(sum, z, -0.0673523010531981);
	sum = fma(sum, z, 0.3224670334241132);
	return z * fma(sum, z, 0.42278433509846713);
}

/* by Stirling, from 10 on */
SIMCUDA_DEVICE double simcuda_lgamma_far(double x)
{
	double r = 1 / x, s = r * r, sum = 1.0 / 156;
	sum = fma(sum, s, -691.0 / 360360);
	sum = fma(sum, s, 1.0 / 1188);
	sum = fma(sum, s, -1.0 / 1680);
	sum = fma(sum, s, 1.0 / 1260);
	sum = fma(sum, s, -1.0 / 360);
	sum = fma(sum, s, 1.0 / 12);
	return (x - 0.5) * (simcuda_log(x) - 1) + (0.4189385332046727 + sum * r);
}

/* of x above 0 */
SIMCUDA_DEVICE double simcuda_lgamma_positive(double x)
{
	double product = 1;
	if (x > 10)
		return simcuda_lgamma_far(x);
	if (x < 1.5 && x >= 0.5)
		return simcuda_lgamma_near_2(x - 1) - simcuda_log1p(x - 1);
	if (x < 0.5)
		return simcuda_lgamma_near_2(x) - simcuda_log1p(x) - simcuda_log(x);
	while (x >= 2.5) {
		x -= 1;
		product *= x;
	}
	return simcuda_lgamma_near_2(x - 2) + simcuda_log(product);
}

SIMCUDA_DEVICE double simcuda_lgamma(double x)
{
	if (x > 0 || x != x)
		return x > 1e306 ? __builtin_inf() : simcuda_lgamma_positive(x);
	double sine = __nvvm_fabs_d(simcuda_sinpi(x));
	if (sine == 0 || x == -__builtin_inf())
		return __builtin_inf();
	return simcuda_log(SIMCUDA_PI / (sine * -x)) - simcuda_lgamma_positive(-x);
}

/* of x above 0: brought to where the series is, factor by factor */
SIMCUDA_DEVICE double simcuda_tgamma_positive(double x)
{
	double above = 1, below = 1;
	for (; x >= 2.5; above *= x)
		x -= 1;
	for (; x < 1.5; x += 1)
		below *= x;
	return simcuda_exp(simcuda_lgamma_near_2(x - 2)) / below * above;
}

SIMCUDA_DEVICE double simcuda_tgamma(double x)
{
	if (x != x || x > 172)
		return x != x ? x : __builtin_inf();
	if (x == 0)
		return 1 / x;
	if (x > 0)
		return simcuda_tgamma_positive(x);
	double sine = simcuda_sinpi(x);
	if (sine == 0 || x == -__builtin_inf())
		return __builtin_nan("");
	if (x < -184)
		return __builtin_copysign(0.0, sine);
	double far = 1, a = -x; /* in two steps, as gamma(-x) may be too large */
	for (; a > 160; far *= a)
		a -= 1;
	return SIMCUDA_PI / (sine * x * simcuda_tgamma_positive(a)) / far;
}

SIMCUDA_BY_DOUBLE_1(lgamma)
SIMCUDA_BY_DOUBLE_1(tgamma)

#endif
