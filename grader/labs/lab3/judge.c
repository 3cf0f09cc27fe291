/* judge.c - the checks of lab 3: what is copied, how often, and by which way; and its prediction. */
#include "grader/labs/common/causes.h"
#include "grader/labs/lab3/judge.h"
#include "grader/labs/common/predict.h"

/* --- 3.10: a prediction ------------------------------------------------------------------------- */

static void judge_3_10(Judge *j)
{
	const Prediction p = {.first = "1000 copies of 4 bytes",
			      .second = "one copy of 4000 bytes",
			      .why = "Both send the same bytes; alpha is paid 1000 times. From "
				     "memory that is not pinned bytes pay "
				     "more, so one large copy takes somewhat longer than alpha."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "3.1",
	 .title = "copy_to makes new memory on any device",
	 .points = 2,
	 .gpus = 4,
	 .function = "copy_to",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host tensor_to_host",
	 .rule = "CUDA calls and plain C",
	 .hints = {"where are the numbers wanted, and which call makes memory there?",
		   "first make the memory where it is wanted (cudaSetDevice chooses the "
		   "GPU), then "
		   "copy once",
		   "cudaMemcpyDefault finds the direction itself; CPU to CPU is memcpy"},
	 .no_handles = true,
	 .judge = judge_3_1},
	{.id = "3.2",
	 .title = "as_in_device copies only if it must",
	 .points = 1,
	 .gpus = 2,
	 .function = "as_in_device",
	 .forbidden = "tensor_as_in_device",
	 .rule = "decide it yourself",
	 .hints = {"when is there nothing to do?",
		   "device_equal and tensor_device tell; the result is given back like any "
		   "other, "
		   "so "
		   "it needs a reference of its own",
		   "tensor_retain(x) if it is there, else tensor_copy_to, and count"},
	 .judge = judge_3_2},
	{.id = "3.3",
	 .title = "add_checked refuses two devices",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "add_checked",
	 .hints = {"what has to be compared before the addition?",
		   "the devices first, then the shapes: rank and each dimension",
		   "write *sum only when tensor_add has given a tensor"},
	 .judge = judge_3_3},
	{.id = "3.4",
	 .title = "add_where_y_lives moves x, once, if it must",
	 .points = 2,
	 .gpus = 2,
	 .function = "add_where_y_lives",
	 .forbidden = "device_set_policy",
	 .rule = "move x yourself",
	 .hints = {"which of the two tensors has to move?",
		   "tensor_as_in_device moves only if it must; what it gives has to be "
		   "given back, "
		   "also when the addition fails",
		   "move x to tensor_device(y), add, free what you moved, return the sum"},
	 .judge = judge_3_4},
	{.id = "3.5",
	 .title = "copy_between_gpus takes the direct way",
	 .points = 2,
	 .stretch = true,
	 .gpus = 4,
	 .function = "copy_between_gpus",
	 .hints = {"which CUDA call copies from one GPU to another?",
		   "cudaMemcpyPeer copies and returns early; peer access is turned on by "
		   "the GPU "
		   "that "
		   "wants to reach the other, while it is current",
		   "cudaDeviceCanAccessPeer, cudaSetDevice(to_gpu), "
		   "cudaDeviceEnablePeerAccess (an "
		   "error if it is on: take it away), the copy, cudaDeviceSynchronize, and "
		   "back"},
	 .no_handles = true,
	 .judge = judge_3_5},
	{.id = "3.6",
	 .title = "send_lists packs, then copies once",
	 .points = 2,
	 .gpus = 2,
	 .function = "send_lists",
	 .hints = {"how often is alpha paid?",
		   "the host can copy within its own memory for next to nothing: pack first",
		   "add up the lengths, malloc, memcpy list after list, one cudaMemcpy, "
		   "free"},
	 .no_handles = true,
	 .judge = judge_3_6},
	{.id = "3.7",
	 .title = "exchange sends and fetches at the same time",
	 .points = 2,
	 .gpus = 2,
	 .one_thread = true,
	 .function = "exchange",
	 .hints = {"does each copy start before the other one has ended?",
		   "cudaMemcpyAsync returns at once only for pinned memory, and two copies "
		   "run side "
		   "by side only in two streams",
		   "start both, then synchronise both streams, then copy from lane->coming "
		   "to y"},
	 .judge = judge_3_7},
	{.id = "3.8",
	 .title = "question: the time of one copy, and of many",
	 .points = 1,
	 .gpus = 0,
	 .function = "copy_microseconds",
	 .hints = {"which part of the time depends on the number of pieces?",
		   "each piece pays alpha; all bytes together pay bytes / beta once",
		   "GB/s times 1000 is bytes in a microsecond"},
	 .judge = judge_3_8},
	{.id = "3.9",
	 .title = "question: reading a timeline",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "overlap_share",
	 .hints = {"when does the time begin in which both run, and when does it end?",
		   "from the later start to the earlier end, if that is a time at all",
		   "divide it by the length of the shorter copy"},
	 .judge = judge_3_9},
	{.id = "3.10",
	 .title = "predict: many small copies against one",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_many_copies",
	 .hints = {"what does one copy of 4 bytes cost, and how much more does one of 4000?",
		   "the bytes hardly count here: alpha does",
		   "nearly as many times as there are copies"},
	 .judge = judge_3_10},
};

const LabChecks lab3_judge = {
	.number = 3,
	.name = "lab3_copies",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab3_causes,
};
