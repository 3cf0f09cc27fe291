/* test_random.c - the generator, and the tensors that are drawn with it. */
#include "framework/tests/test_clean.h"

#include <math.h>

#include "framework/kernels/philox.h"

/* The known answers that its authors publish with Random123 (kat_vectors, philox4x32 10). */
static void test_known_answers(void **state)
{
	static const struct {
		uint32_t counter[4], key[2], answer[4];
	} known[] = {
		{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
		 {0xffffffff, 0xffffffff},
		 {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
		 {0xa4093822, 0x299f31d0},
		 {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		PhiloxBlock counter;
		memcpy(counter.word, known[i].counter, sizeof(counter.word));
		counter = philox_rounds(counter, known[i].key[0], known[i].key[1]);
		assert_memory_equal(counter.word, known[i].answer, sizeof(counter.word));
	}
}

/* Philox again, written from the paper in another form: words as an array, indices as there. */
static void paper_philox(uint64_t seed, uint64_t block, uint32_t out[4])
{
	uint32_t x[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
	for (uint32_t round = 0; round < 10; round++) {
		uint32_t k0 = (uint32_t)seed + round * 0x9E3779B9u;
		uint32_t k1 = (uint32_t)(seed >> 32) + round * 0xBB67AE85u;
		uint64_t p0 = 0xD2511F53ull * x[0], p1 = 0xCD9E8D57ull * x[2];
		uint32_t y[4] = {(uint32_t)(p1 >> 32) ^ x[1] ^ k0, (uint32_t)p1,
				 (uint32_t)(p0 >> 32) ^ x[3] ^ k1, (uint32_t)p0};
		memcpy(x, y, sizeof(x));
	}
	memcpy(out, x, sizeof(x));
}

static void test_uniform(void **state)
{
	enum { N = 4099 };
	static const uint64_t seeds[] = {0, 1, 41, 0x123456789abcdef0, UINT64_MAX};
	float wanted[N];
	(void)state;
	for (size_t s = 0; s < sizeof(seeds) / sizeof(seeds[0]); s++) {
		for (int i = 0; i < N; i++) {
			uint32_t words[4];
			paper_philox(seeds[s], (uint64_t)i / 4, words);
			wanted[i] = (float)ldexp(words[i % 4] >> 8, -24);
			assert_true(wanted[i] >= 0 && wanted[i] < 1);
		}
		FOR_EACH_DEVICE(d)
		{
			test_tensor_is(tensor_uniform(SHAPE(N), seeds[s], d), SHAPE(N), d,
				       DTYPE_FLOAT32, wanted);
		}
	}
}

static Tensor *draw(int normal, int n, Device d)
{
	return normal ? tensor_normal(SHAPE(n), 9, d) : tensor_uniform(SHAPE(n), 9, d);
}

/* A tensor's elements are a function of seed and place: a longer one begins with a shorter one. */
static void test_prefix(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (int n = 1; n < 12; n++) {
			for (int k = 0; k < 2; k++) {
				Tensor *longer = draw(k, 12, d);
				float *elements = test_elements(longer);
				test_tensor_is(draw(k, n, d), SHAPE(n), d, DTYPE_FLOAT32, elements);
				free(elements);
				tensor_free(longer);
			}
		}
	}
}

static void test_normal(void **state)
{
	enum { N = 100000 };
	(void)state;
	Tensor *drawn = tensor_normal(SHAPE(N), 3, device_cpu());
	float *x = test_elements(drawn);
	double sum = 0, squares = 0, cubes = 0, fourths = 0;
	for (int i = 0; i < N; i++) {
		assert_true(isfinite(x[i]));
		sum += x[i];
		squares += (double)x[i] * x[i];
		cubes += pow(x[i], 3);
		fourths += pow(x[i], 4);
	}
	/* The moments 0, 1, 0, 3 within five of their standard errors. */
	assert_true(fabs(sum / N) < 5 / sqrt(N));
	assert_true(fabs(squares / N - 1) < 5 * sqrt(2.0 / N));
	assert_true(fabs(cubes / N) < 5 * sqrt(15.0 / N));
	assert_true(fabs(fourths / N - 3) < 5 * sqrt(96.0 / N));
	FOR_EACH_DEVICE(d)
	{
		test_tensor_is(tensor_normal(SHAPE(N), 3, d), SHAPE(N), d, DTYPE_FLOAT32, x);
	}
	/* Element by element: the pair of words 2 and 3 of block 1 gives elements 6 and 7. */
	uint32_t words[4];
	paper_philox(3, 1, words);
	double radius = sqrt(-2 * log(ldexp((double)words[2] + 1, -32)));
	double angle = 2 * acos(-1) * ldexp(words[3], -32);
	assert_true(fabs(x[6] - radius * cos(angle)) < 1e-6);
	assert_true(fabs(x[7] - radius * sin(angle)) < 1e-6);
	free(x);
	tensor_free(drawn);
}

static void test_seeds_differ(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *a = tensor_uniform(SHAPE(64), 1, d), *b = tensor_uniform(SHAPE(64), 2, d);
		float *x = test_elements(a), *y = test_elements(b);
		assert_memory_not_equal(x, y, 256);
		free(y);
		free(x);
		tensor_free(b);
		tensor_free(a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known_answers), cmocka_unit_test(test_uniform),
		cmocka_unit_test(test_prefix),        cmocka_unit_test(test_normal),
		cmocka_unit_test(test_seeds_differ),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("random", tests, test_three_devices, NULL);
}
