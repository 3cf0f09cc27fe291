/* Single numbers of a product, compared with the whole of it worked out in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "framework/simcuda/api/cublas/products/gemm.h"

enum { SIDE = 12 };

/* Three matrices as they lie in memory, column by column. */
typedef struct Matrices {
	float at[3][SIDE * SIDE];
	int reads;
} Matrices;

static bool matrices_read(void *context, int range, uint64_t offset, float *value)
{
	Matrices *all = context;
	assert_in_range(range, 0, 2);
	assert_true(offset % sizeof(float) == 0 && offset < sizeof all->at[range]);
	*value = all->at[range][offset / sizeof(float)];
	all->reads++;
	return true;
}

static bool matrices_keep(void *context, int range, uint64_t offset, float *value)
{
	(void)range, (void)offset, (void)value;
	++*(int *)context;
	return false;
}

static void matrices_fill(Matrices *all)
{
	all->reads = 0;
	for (int i = 0; i < 3 * SIDE * SIDE; i++)
		all->at[i / (SIDE * SIDE)][i % (SIDE * SIDE)] = (float)((i * 37) % 101 - 50) / 8;
}

static float op_of(const float *x, enum CBLAS_TRANSPOSE trans, int step, int row, int col)
{
	return trans == CblasNoTrans ? x[row + col * step] : x[col + row * step];
}

static bool tell(const BlasJob *job, int range, int place, Matrices *all, float *value)
{
	const void *argument = job;
	const SimElements in = {matrices_read, all};
	return gemm_element(&argument, range, (uint64_t)place * sizeof(float), &in, value);
}

static BlasJob job_of(int form)
{
	return (BlasJob){.m = 3,
			 .n = 5,
			 .k = form & 4 ? 0 : 7,
			 .batch = 1,
			 .step = {9, 8, 6},
			 .transa = form & 1 ? CblasTrans : CblasNoTrans,
			 .transb = form & 2 ? CblasTrans : CblasNoTrans,
			 .alpha = {.range = -1, .value.s = 0.5F},
			 .beta = {.range = -1, .value.s = form & 8 ? -2.0F : 0}};
}

static void every_number_of_every_form(void **state)
{
	Matrices all;
	(void)state;
	for (int form = 0; form < 16; form++) {
		BlasJob job = job_of(form);
		matrices_fill(&all);
		for (int col = 0; col < job.n; col++)
			for (int row = 0; row < job.m; row++) {
				int place = row + col * job.step[2];
				float got = -1, wanted = job.beta.value.s * all.at[2][place];
				for (int i = 0; i < job.k; i++)
					wanted +=
						0.5F *
						op_of(all.at[0], job.transa, job.step[0], row, i) *
						op_of(all.at[1], job.transb, job.step[1], i, col);
				assert_true(tell(&job, 2, place, &all, &got));
				assert_float_equal(got, wanted, 1e-4);
			}
		/* a row, a column, and what beta keeps, for each of the 15 */
		assert_int_equal(all.reads, 15 * (2 * job.k + (form & 8 ? 1 : 0)));
	}
}

static void alpha_of_nothing_reads_nothing(void **state)
{
	Matrices all;
	BlasJob job = job_of(0);
	float got = -1;
	(void)state;
	matrices_fill(&all);
	job.alpha.value.s = 0;
	assert_true(tell(&job, 2, 1, &all, &got));
	assert_float_equal(got, 0, 0);
	assert_int_equal(all.reads, 0);
}

/* Between the columns, in another range, of a batch, with a factor on the GPU, or without an operand. */
static void the_rest_has_to_be_run(void **state)
{
	Matrices all;
	float got;
	BlasJob job = job_of(0);
	int asked = 0;
	const void *argument = &job;
	const SimElements silent = {matrices_keep, &asked};
	(void)state;
	matrices_fill(&all);
	assert_false(tell(&job, 2, 4, &all, &got));
	assert_false(tell(&job, 0, 0, &all, &got));
	assert_false(gemm_element(&argument, 2, 2, &(SimElements){matrices_read, &all}, &got));
	assert_false(gemm_element(&argument, 2, 0, &silent, &got));
	assert_int_equal(asked, 1);
	job.batch = 2;
	assert_false(tell(&job, 2, 0, &all, &got));
	job = job_of(0);
	job.alpha.range = 3;
	assert_false(tell(&job, 2, 0, &all, &got));
	job = job_of(0);
	job.beta.range = 3;
	assert_false(tell(&job, 2, 0, &all, &got));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_of_every_form),
		cmocka_unit_test(alpha_of_nothing_reads_nothing),
		cmocka_unit_test(the_rest_has_to_be_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
