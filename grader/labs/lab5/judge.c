/* judge.c - the table of the checks of lab 5, and its prediction. */
#include "grader/labs/common/causes.h"
#include "grader/labs/lab5/judge.h"
#include "grader/labs/common/predict.h"

#include <stdbool.h>

#define NO_TENSORS "tensor_matmul tensor_matmul_with tensor_from_host"
#define NO_PINNED                                                                                  \
	"simcuda_host_work "                                                                       \
	"cublas* cudaMalloc* cudaMemcpy* cudaHostAlloc cudaHostRegister"

/* --- 5.10: a prediction ------------------------------------------------------------------------- */

static void judge_5_10(Judge *j)
{
	const Prediction p = {.first = "the CPU",
			      .second = "the GPU",
			      .why = "The GPU is faster by far at arithmetic, but starting "
				     "the product and waiting for it take time, too."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "5.1",
	 .title = "multiply with cuBLAS, row by row",
	 .points = 2,
	 .no_gpu_memory = true,
	 .gpus = 2,
	 .function = "multiply",
	 .forbidden = NO_TENSORS,
	 .rule = "cuBLAS itself",
	 .hints =
		 {"what does cuBLAS see in memory that holds a matrix row by row?",
		  "it sees the transposed matrix; and the transposed product is the product of the "
		  "transposed factors in the other order",
		  "cublasSgemm with n, m, k and with b before a; the leading dimensions are n, k "
		  "and n"},
	 .judge = judge_5_1},
	{.id = "5.2",
	 .title = "gpu_seconds warms up, waits, measures, waits",
	 .points = 2,
	 .no_gpu_memory = true,
	 .gpus = 2,
	 .no_handles = true,
	 .function = "gpu_seconds",
	 .forbidden = "clock time",
	 .rule = "clock() counts what the processor works, and time() whole seconds: use "
		 "timer_now()",
	 .hints =
		 {"what is the GPU doing at the moment when you read the clock?",
		  "both readings need an idle GPU: cudaDeviceSynchronize() before each; and do the "
		  "work once before all of it",
		  "work, wait, timer_now(), work, wait, timer_now(); look at what work() returns"},
	 .judge = judge_5_2},
	{.id = "5.3",
	 .title = "stream_seconds measures with events",
	 .points = 1,
	 .no_gpu_memory = true,
	 .gpus = 2,
	 .no_handles = true,
	 .function = "stream_seconds",
	 .forbidden = "timer_now timer_start timer_stop clock_gettime gettimeofday clock "
		      "timespec_get timespec_getres times getrusage",
	 .rule = "no clock of the host",
	 .hints = {"in which queue do the two events have to stand, and when has the second one "
		   "been reached?",
		   "cudaEventRecord(event, stream) before and behind the work, then "
		   "cudaEventSynchronize() on the second",
		   "cudaEventElapsedTime() gives milliseconds; destroy both events also when "
		   "work() fails"},
	 .judge = judge_5_3},
	{.id = "5.4",
	 .title = "median_seconds is not misled by outliers",
	 .points = 1,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 2,
	 .no_handles = true,
	 .function = "median_seconds",
	 .forbidden = "clock time",
	 .rule = "clock() counts what the processor works, and time() whole seconds: use "
		 "timer_now()",
	 .hints =
		 {"what does one very long time do to the mean, and what to the median?",
		  "measure each time for itself into an array, sort it with qsort(); its comparing "
		  "function returns an int: what becomes of a difference of 0.001?",
		  "(times[(repeats - 1) / 2] + times[repeats / 2]) / 2 is right for odd and even"},
	 .judge = judge_5_4},
	{.id = "5.5",
	 .title = "compare_product: CPU, GPU, GPU with copies",
	 .points = 2,
	 .no_gpu_memory = true,
	 .gpus = 2,
	 .function = "compare_product",
	 .forbidden = NO_PINNED,
	 .rule = "the framework's tensors",
	 .hints =
		 {"which of the three times needs copies between its readings, and which must not "
		  "have any?",
		  "tensor_matmul() on a GPU returns early: device_synchronize(gpu) before the "
		  "clock "
		  "is read; tensor_copy_to(.., device_cpu()) waits by itself",
		  "CPU product; copy both, product, wait; product again between readings; then all "
		  "of copy, copy, product, copy back between two readings"},
	 .judge = judge_5_5,
	 .slow = true},
	{.id = "5.6",
	 .title = "multiply_all: many products, one call",
	 .points = 1,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 2,
	 .function = "multiply_all",
	 .forbidden = NO_TENSORS,
	 .rule = "cuBLAS itself",
	 .hints = {"how long does it take to queue one product, and how long to compute a small "
		   "one?",
		   "cublasSgemmStridedBatched takes the distance from one matrix to the next for "
		   "each "
		   "of the three",
		   "as in 5.1, and the distances are k * n for b, m * k for a, m * n for c"},
	 .judge = judge_5_6},
	{.id = "5.7",
	 .title = "question: can this time be true?",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "share_of_peak",
	 .hints = {"how many multiplications and additions does one number of the result cost?",
		   "2 m n k operations in all; divide by the seconds, then by the peak in the same "
		   "unit",
		   "one GFLOP/s is 1e9 operations in a second; whole numbers may grow too large: "
		   "multiply as double"},
	 .judge = judge_5_7},
	{.id = "5.8",
	 .title = "question: from which size on is the GPU faster?",
	 .points = 1,
	 .gpus = 0,
	 .function = "faster_from",
	 .hints = {"is the first win always the beginning of the lasting ones?",
		   "begin at the largest size and go down as long as the GPU wins",
		   "where you stop is the answer: the index after the last size at which it does "
		   "not"},
	 .judge = judge_5_8},
	{.id = "5.9",
	 .title = "question: a loop that waits, and one that does not",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "loop_microseconds",
	 .hints =
		 {"who is waiting for whom: the GPU for the next product, or the host for the GPU?",
		  "with a wait after each, three times add up for every product; without, the "
		  "slower "
		  "of host and GPU sets the pace",
		  "the first product is queued, then count - 1 times the slower of the two, then "
		  "the "
		  "last product and one wait"},
	 .judge = judge_5_9},
	{.id = "5.10",
	 .title = "predict: a product on the CPU against the GPU",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_product",
	 .hints = {"how many operations is that, and how many does each do in a second?",
		   "an A100 does 19.5e12 of 32 bits in a second at best, sixteen cores some 1e12 "
		   "at best",
		   "divide the one by the other: with matrices of this size both reach about the "
		   "same "
		   "share of their best"},
	 .judge = judge_5_10},
};

const LabChecks lab5_judge = {
	.number = 5,
	.name = "lab5_matmul_timing",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab5_causes,
};
