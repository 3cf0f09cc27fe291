/* judge.c - the checks of lab 2: where data live, and what fits there; and its question 2.7. */
#include "grader/labs/common/causes.h"
#include "grader/labs/common/order.h"
#include "grader/labs/lab2/judge.h"

/* --- 2.7: what fits --------------------------------------------------------------------------- */

static void judge_2_7(Judge *j)
{
	enum { CASES = 13 };
	int64_t figures[CASES][3], count;
	for (int i = 0; i < CASES; i++) {
		figures[i][0] = judge_between(j, 1000, 80000);
		figures[i][1] = judge_between(j, 100000, 100000000);
		figures[i][2] = judge_between(j, 1000, 1000000);
	}
	figures[1][0] = judge_between(j, 10, 100); /* the parameters alone do not fit */
	figures[1][1] = judge_between(j, 20000000, 100000000);
	figures[1][2] = judge_between(j, 1000, 5000);
	figures[2][1] = judge_between(j, 1000000000, 2000000000); /* their bytes pass 32 bits */
	figures[2][0] = 80000;
	figures[3][0] = judge_between(j, 1, 3); /* one example: 1 MiB of numbers, exactly */
	figures[3][1] = 0;
	figures[3][2] = 262144;
	figures[5][0] = figures[6][0] = 80000;
	figures[5][2] =
		((int64_t)1 << 30) + figures[4][2]; /* more bytes an example than an int counts */
	figures[6][2] = ((int64_t)1 << 32) + figures[7][2]; /* and more numbers */
	figures[8][0] = judge_between(j, 1, 9); /* one number too many for one example */
	figures[8][1] = 0;
	figures[8][2] = figures[8][0] * 262144 + 1;
	figures[9][0] = 8 * judge_between(j, 10, 1000); /* the parameters fit exactly */
	figures[9][1] = figures[9][0] / 8 * 1048576;
	figures[9][2] = 1;
	figures[10][1] = judge_between(j, 1, 9999); /* more examples than an int counts */
	figures[10][2] = 1;
	figures[10][0] = judge_between(j, 10000, 80000);
	figures[11][0] = 80000; /* more parameters than an int counts */
	figures[11][1] = judge_between(j, 2200000000, 5000000000);
	figures[12][0] = judge_between(j, 2200000000, 4000000000); /* and more MiB */
	int64_t usual[3];
	int shown = 0;
	memcpy(usual, figures[4], sizeof usual);
	draw_shuffled(j, figures, sizeof *figures, CASES);
	while (memcmp(figures[shown], usual, sizeof usual) != 0)
		shown++;
	Run *r = judge_run(j, 0);
	run_ints(r, "figures", &figures[0][0], CASES * 3);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, count == CASES);
	for (int i = 0; i < CASES; i++) {
		int64_t mib = figures[i][0], parameters = figures[i][1], numbers = figures[i][2];
		double left =
			(double)mib * MIB / 4 - 2.0 * (double)parameters; /* exact: below 2^53 */
		int64_t wanted = left > 0 ? (int64_t)left / numbers : 0;
		judge_because(j, left <= 0 ? "batch-below-zero"
				 : parameters > INT32_MAX / 8 || mib > INT32_MAX ? "batch-overflow"
										 : "batch-bytes");
		judge_int(j,
			  judge_text(j, "largest_batch(%lld, %lld, %lld)", (long long)mib,
				     (long long)parameters, (long long)numbers),
			  got[i], wanted);
	}
	judge_lesson(j,
		     "A parameter and its gradient take 8 bytes, an example 4 for each of its "
		     "numbers: in %lld MiB, beside %.4g million parameters, %lld examples of %lld "
		     "numbers fit, by yours as by ours.",
		     (long long)usual[0], (double)usual[1] / 1e6, (long long)got[shown],
		     (long long)usual[2]);
}

static const Check checks[] = {
	{.id = "2.1",
	 .title = "device_of_pointer says where memory is",
	 .points = 1,
	 .gpus = 4,
	 .function = "device_of_pointer",
	 .hints = {"what does CUDA know about a pointer?",
		   "cudaPointerGetAttributes fills in a type and a device; look at the type first",
		   "pinned host memory has a device too: only cudaMemoryTypeDevice is on a GPU"},
	 .judge = judge_2_1},
	{.id = "2.2",
	 .title = "ones_on_gpu fills GPU memory with CUDA calls",
	 .points = 2,
	 .gpus = 4,
	 .function = "ones_on_gpu",
	 .forbidden = "tensor_* module_* device_set_current device_push",
	 .rule = "CUDA calls alone",
	 .hints =
		 {"on which GPU does cudaMalloc take memory?",
		  "cudaSetDevice before, and back afterwards; cudaMemset writes bytes, and 1.0f is "
		  "not made of four equal ones",
		  "fill a host array with ones, cudaMalloc, one cudaMemcpy, free the host array; "
		  "if the copy fails give back what cudaMalloc gave, and return NULL"},
	 .judge = judge_2_2},
	{.id = "2.3",
	 .title = "random_on_second_gpu makes its numbers there",
	 .points = 1,
	 .gpus = 4,
	 .function = "random_on_second_gpu",
	 .hints = {"the second GPU has which number?",
		   "tensor_uniform takes the device as its last argument",
		   "count the GPUs: with two or more gpu:1, with one gpu:0, else the CPU"},
	 .judge = judge_2_3},
	{.id = "2.4",
	 .title = "gpu_memory tells used and free memory of one GPU",
	 .points = 2,
	 .gpus = 4,
	 .function = "gpu_memory",
	 .forbidden = "device_info device_set_current device_push",
	 .rule = "ask the CUDA runtime itself",
	 .hints = {"which GPU does cudaMemGetInfo speak about?",
		   "about the current one: note it, change it, ask, change it back",
		   "cudaSetDevice fails for a GPU that is not there: take the error away, return "
		   "-1"},
	 .judge = judge_2_4},
	{.id = "2.5",
	 .title = "reserve_pair takes both buffers, or nothing",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "reserve_pair",
	 .hints = {"what if the first buffer fits and the second does not?",
		   "cudaMemGetInfo says before the calls how much is free; a failed cudaMalloc "
		   "leaves "
		   "an error behind",
		   "on failure: cudaFree the first, take the error away, both pointers NULL"},
	 .judge = judge_2_5},
	{.id = "2.6",
	 .title = "print_matrix prints with one copy",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "print_matrix",
	 .forbidden = "tensor_print",
	 .rule = "format it yourself",
	 .hints = {"how many copies does it take to bring all numbers to the host?",
		   "tensor_to_host copies all elements at once; tensor_bytes says how much room",
		   "after each number a space, but after the last of a row a newline"},
	 .judge = judge_2_6},
	{.id = "2.7",
	 .title = "question: the largest batch that fits",
	 .points = 1,
	 .gpus = 0,
	 .function = "largest_batch",
	 .hints =
		 {"how many bytes does a float32 take, and a MiB?",
		  "a parameter and its gradient take 8 bytes together",
		  "all in int64_t; what is left, divided by the bytes of one example; not below 0"},
	 .judge = judge_2_7},
};

const LabChecks lab2_judge = {
	.number = 2,
	.name = "lab2_placement",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab2_causes,
};
