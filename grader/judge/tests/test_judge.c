/* test_judge.c - what a judge function that is written wrongly, or a program whose results are
 * damaged, leads to: the verdict "error" for the first, "fail" for the second, each with its
 * reason. And what a judge reads of the kit: figures of a machine, data sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/judge/dataset.h"
#include "grader/judge/judge_state.h"

static Options options = {.model = "a100", .machine = "2xa100", .seed = 41};
static const LabChecks lab = {.number = 9, .name = "lab9_test"};

/* The verdict on a check whose judge function that is. */
static const Verdict *decide(void (*function)(Judge *j))
{
	static Judge judge;
	static Check check;

	check = (Check){.id = "9.9", .title = "a test", .function = "f", .judge = function};
	memset(&judge, 0, sizeof judge);
	judge.options = &options;
	judge.lab = &lab;
	judge.check = &check;
	judge_decide(&judge);
	assert_null(judge.blocks);
	return &judge.verdict;
}

/* --- judge functions that ask for what cannot be ---------------------------------------------- */

static void too_many_gpus(Judge *j)
{
	judge_run(j, 65);
}

static void too_much_memory(Judge *j)
{
	judge_memory(j, SIZE_MAX);
}

static void nothing_between(Judge *j)
{
	judge_between(j, 2, 1);
}

static void too_many_variables(Judge *j)
{
	Run *r = judge_run(j, 1);

	for (int i = 0; i < 9; i++)
		run_env(r, "NAME", "value");
}

static void unknown_finding(Judge *j)
{
	run_allow(judge_run(j, 1), "sadness");
}

static void input_twice(Judge *j)
{
	Run *r = judge_run(j, 1);

	run_int(r, "x", 1);
	run_real(r, "x", 1);
}

static void input_without_name(Judge *j)
{
	run_text(judge_run(j, 1), "", "text");
}

static void impossible_shape(Judge *j)
{
	run_tensor(judge_run(j, 1), "x", SHAPE(2, -1), NULL, (Device){DEVICE_CPU, 0});
}

static void result_before_go(Judge *j)
{
	run_get_int(judge_run(j, 1), "x");
}

static void counts_before_go(Judge *j)
{
	run_counts(judge_run(j, 1));
}

static void line_not_allowed(Judge *j)
{
	run_finding_line(judge_run(j, 1), "leak");
}

static void ops_not_watched(Judge *j)
{
	int count;

	run_ops(judge_run(j, 1), &count);
}

static void go_twice(Judge *j)
{
	Run *r = judge_run(j, 1);

	r->gone = 1;
	run_go(r);
}

static void unknown_figure(Judge *j)
{
	run_figure(judge_run(j, 1), "colour");
}

static void unknown_model(Judge *j)
{
	Run *r = judge_run(j, 1);

	run_model(r, "abacus");
	run_gpu_name(r);
}

static void no_dataset(Judge *j)
{
	int64_t rows, columns;

	dataset_floats(j, "datasets/letters.npy", &rows, &columns);
}

static void dataset_of_another_type(Judge *j)
{
	int64_t rows, columns;

	dataset_ints(j, "datasets/digits_test_x.npy", &rows, &columns);
}

static void test_errors(void **state)
{
	static const struct {
		void (*function)(Judge *j);
		const char *text;
	} cases[] = {
		{too_many_gpus, "judge_run: 65 GPUs"},
		{too_much_memory, "bytes, which are not there"},
		{nothing_between, "judge_between(2, 1): nothing lies between"},
		{too_many_variables, "too many variables"},
		{unknown_finding, "no kind of finding is called sadness"},
		{input_twice, "the input x cannot be made"},
		{input_without_name, "the input  cannot be made"},
		{impossible_shape, "the input x has an impossible shape"},
		{result_before_go, "the result x is asked for before run_go"},
		{counts_before_go, "run_counts before run_go"},
		{line_not_allowed, "leak was not allowed before run_go"},
		{ops_not_watched, "run_ops without run_watch"},
		{go_twice, "run_go was called twice"},
		{unknown_figure, "machines have no figure colour"},
		{unknown_model, "abacus.json"},
		{no_dataset, "datasets/letters.npy cannot be read"},
		{dataset_of_another_type, "its elements are of another type"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const Verdict *v = decide(cases[i].function);

		if (v->kind != VERDICT_ERROR || !strstr(v->message, cases[i].text))
			fail_msg("wanted an error with \"%s\", got %s \"%s\"", cases[i].text,
				 verdict_name(v->kind), v->message);
	}
}

/* --- results that are not as the drive sends them --------------------------------------------- */

/* A run that is over, with one result: the number 7 called "x". */
static Run *run_over(Judge *j)
{
	Run *r = judge_run(j, 1);
	const int64_t seven = 7;

	memcpy(values_add(&r->answers.results, FRAME_INT, "x", sizeof seven)->payload, &seven,
	       sizeof seven);
	r->gone = 1;
	return r;
}

static void result_missing(Judge *j)
{
	run_get_text(run_over(j), "y");
}

static void result_of_another_type(Judge *j)
{
	run_get_real(run_over(j), "x");
}

static void nothing_counted(Judge *j)
{
	run_counts(run_over(j));
}

/* What came before the window, the drive's preparations, is not its work. */
static void counted_from_go(Judge *j)
{
	Run *r = run_over(j);
	const SimcudaCounters go = {.flops = 100, .bytes_d2h = 8, .host_ns = 50},
			      later = {.flops = 130, .bytes_d2h = 12, .host_ns = 90};
	SimcudaMark mark = {{1, 2}, later, 0}, *kept = malloc(sizeof *kept);
	int count;

	*kept = mark;
	r->answers.begun = r->answers.ended = r->answers.linked = 1;
	r->answers.window[0] = (FrameWindow){1, go, later};
	r->answers.marks[0].mark = kept;
	r->answers.marks[0].count = 1;
	assert_int_equal(run_counts(r)->flops, 30);
	assert_int_equal(run_counts(r)->host_ns, 40);

	const SimcudaMark *marks = run_marks(r, &count);

	assert_int_equal(count, 1);
	assert_int_equal(marks[0].value[1], 2);
	assert_int_equal(marks[0].counters.flops, 30);
	assert_int_equal(marks[0].counters.bytes_d2h, 4);
	r->answers.linked = 0;
	assert_null(run_marks(r, &count));
	r->answers.linked = 1;
	r->answers.marks[0].lost = 1;
	run_marks(r, &count);
}

static void no_timeline(Judge *j)
{
	Run *r = run_over(j);
	int count;

	r->watched = 1;
	run_ops(r, &count);
}

static void test_damaged(void **state)
{
	static const struct {
		void (*function)(Judge *j);
		const char *text;
	} cases[] = {
		{result_missing, "damaged: y is missing"},
		{result_of_another_type, "damaged: x is a whole number, not a number"},
		{nothing_counted, "damaged: nothing was counted"},
		{counted_from_go, "were called too often"},
		{no_timeline, "damaged: it has no timeline"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const Verdict *v = decide(cases[i].function);

		if (v->kind != VERDICT_FAIL || !strstr(v->message, cases[i].text))
			fail_msg("wanted a failure with \"%s\", got %s \"%s\"", cases[i].text,
				 verdict_name(v->kind), v->message);
	}
}

/* What is there comes as it was sent; what was sent as nothing comes as NULL. */
static void results_whole(Judge *j)
{
	Run *r = run_over(j);
	FrameTensor head = {.rank = 1, .dtype = DTYPE_INT32, .device_kind = 1, .dim = {2}};
	const int32_t elements[] = {-3, 4};
	Value *tensor =
		values_add(&r->answers.results, FRAME_TENSOR, "t", sizeof head + sizeof elements);

	memcpy(tensor->payload, &head, sizeof head);
	memcpy(tensor->payload + sizeof head, elements, sizeof elements);
	values_add(&r->answers.results, FRAME_TENSOR, "none", 0)->nothing = 1;
	values_add(&r->answers.results, FRAME_TEXT, "silent", 0)->nothing = 1;
	values_add(&r->answers.results, FRAME_FLOATS, "lost", 0)->nothing = 1;

	const RunTensor *t = run_get_tensor(r, "t");

	assert_int_equal(run_get_int(r, "x"), 7);
	assert_int_equal(t->count, 2);
	assert_null(t->values);
	assert_int_equal(t->int_values[0], -3);
	assert_int_equal(t->int_values[1], 4);
	assert_null(run_get_tensor(r, "none"));
	assert_null(run_get_text(r, "silent"));

	int64_t count = -1;

	assert_null(run_get_floats(r, "lost", &count));
	assert_int_equal(count, 0);
}

/* The data sets' sizes are those of datasets/README.md, their values those of the files' ends. */
static void datasets_whole(Judge *j)
{
	int64_t rows, columns, labels, one;
	const float *x = dataset_floats(j, "datasets/digits_test_x.npy", &rows, &columns);
	const int32_t *y = dataset_ints(j, "datasets/digits_test_y.npy", &labels, &one);
	FILE *file = fopen("datasets/digits_test_x.npy", "rb");
	float last;
	int of[10] = {0};

	assert_non_null(file);
	assert_int_equal(fseek(file, -(long)sizeof last, SEEK_END), 0);
	assert_int_equal(fread(&last, sizeof last, 1, file), 1);
	fclose(file);
	assert_true(rows == 364 && columns == 64 && labels == 364 && one == 1);
	assert_memory_equal(&x[364 * 64 - 1], &last, sizeof last);
	for (int i = 0; i < 364; i++)
		of[y[i]]++;
	assert_int_equal(of[0], 36);
	assert_int_equal(of[1], 37);
}

/* Figures in the machine file's own units, and the times that follow from them. */
static void figures_whole(Judge *j)
{
	Run *r = judge_run(j, 2);
	double alpha = run_figure(r, "h2d_pinned_alpha"), beta = run_figure(r, "h2d_pinned_beta");

	assert_string_equal(run_model_name(r), "a100");
	assert_non_null(strstr(run_gpu_name(r), "A100"));
	assert_true(run_figure(r, "multiprocessors") == 108);
	assert_true(beta > 0 && alpha > 0);
	assert_true(run_copy_us(r, "h2d_pinned", 2e9) > 1.9 * run_copy_us(r, "h2d_pinned", 1e9));
	assert_true(run_product_us(r, 2048, 2048, 2048) > run_product_us(r, 1024, 1024, 1024));
	assert_true(run_host_us(r, 2e9, 0) > 1.9 * run_host_us(r, 1e9, 0));
	assert_true(judge_is_simulated(j));

	/* this one is slower where rows do not begin evenly */
	Run *t4 = judge_run(j, 1);

	run_model(t4, "t4");
	assert_true(run_product_us(t4, 4096, 4095, 4096) > run_product_us(t4, 4096, 4096, 4096));
}

static void test_whole(void **state)
{
	static void (*const functions[])(Judge * j) = {results_whole, datasets_whole,
						       figures_whole};
	(void)state;

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		const Verdict *v = decide(functions[i]);

		if (v->kind != VERDICT_PASS)
			fail_msg("%zu: %s", i, v->message);
	}
}

static int begin(void **state)
{
	(void)state;
	options.root = realpath(".", NULL);
	return !options.root ? -1 : 0;
}

static int end(void **state)
{
	(void)state;
	free(options.root);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_whole),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
