/* judge.c - the checks of lab 9; each is decided in a file of its own, questions together. */
#include "grader/labs/common/causes.h"
#include "grader/labs/lab9/judge.h"

static const Check checks[] = {
	{.id = "9.1",
	 .title = "replicate gives every GPU the first one's parameters",
	 .points = 1,
	 .gpus = 8,
	 .function = "replicate",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host module_copy_to "
		      "module_to parallel_create",
	 .rule = "CUDA calls and plain C",
	 .hints = {"which GPU has to be current when the memory of a replica is made?",
		   "for every GPU but the first: cudaSetDevice, cudaMalloc, then one copy from GPU "
		   "to GPU; if something fails, give back what is there",
		   "cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes); in the end "
		   "cudaSetDevice(before)"},
	 .judge = judge_9_1},
	{.id = "9.2",
	 .title = "scatter shares a batch among the GPUs",
	 .points = 1,
	 .gpus = 8,
	 .no_gpu_memory = true,
	 .function = "scatter",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host parallel_create "
		      "parallel_step parallel_part",
	 .rule = "CUDA calls and plain C",
	 .hints = {"how many rows are left over when n does not divide by the number of GPUs?",
		   "every GPU gets n / count rows, and n % count of them get one more; a GPU "
		   "without rows needs no memory and no copy",
		   "rows[i] = n / count + (i < n % count); after each GPU x moves on by rows[i] * "
		   "width"},
	 .judge = judge_9_2},
	{.id = "9.3",
	 .title = "all_reduce gives every GPU the sum",
	 .points = 2,
	 .no_gpu_memory = true,
	 .gpus = 8,
	 .function = "all_reduce",
	 .forbidden = "tensor_all_reduce parallel_create parallel_step",
	 .rule = "make it of copies and additions",
	 .hints = {"where can the sum be made, and how does it come to the others?",
		   "collect on GPU 0: bring each gradient there and add it; then send the sum to "
		   "each of the others, into the memory of its own gradient",
		   "tensor_copy_to and tensor_add_scaled(gradients[0], 1, come) in one loop, "
		   "cudaMemcpyPeer(tensor_data(gradients[i]), ...) in a second one"},
	 .judge = judge_9_3},
	{.id = "9.4",
	 .title = "ring_all_reduce lets all GPUs send at the same time",
	 .points = 2,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "ring_all_reduce",
	 .forbidden = "tensor_all_reduce parallel_create parallel_step",
	 .rule = "make it of copies and additions",
	 .hints =
		 {"which piece does GPU i send in round r, and when may it be used?",
		  "cudaMemcpyPeer waits for all work of both GPUs; cudaMemcpyPeerAsync in the "
		  "sender's default stream does not. Start the copies of a round on all GPUs, then "
		  "wait for all GPUs, then add",
		  "GPU i sends piece (i - r + 2 * count) % count to GPU (i + 1) % count: in the "
		  "first count - 1 rounds into room[], to be added there, later into gradients[]"},
	 .judge = judge_9_4,
	 .slow = true},
	{.id = "9.5",
	 .title = "train_step on several GPUs is the step of one",
	 .points = 2,
	 .stretch = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "train_step",
	 .forbidden = "parallel_create parallel_step module_backward pthread_create thrd_create",
	 .rule = "make the step yourself, in one thread, and without the gradient of the input",
	 .hints = {"how much does a part count, and when does each GPU begin?",
		   "each part's loss is the mean over its own rows, so its gradient counts rows / "
		   "all rows; queue forward and backward on every GPU before you wait or free what "
		   "waits, then add up, then update every replica",
		   "tensor_add_scaled(gradient, share - 1, gradient) before "
		   "module_backward_parameters; tensor_all_reduce for each parameter's "
		   "module_gradient; sgd_step for each"},
	 .judge = judge_9_5,
	 .slow = true},
	{.id = "9.6",
	 .title = "question: what one GPU sends in a ring",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "ring_bytes",
	 .hints = {"how many rounds are there, and how large is a piece?",
		   "gpus - 1 rounds collect, gpus - 1 rounds send round; in each a GPU sends one "
		   "piece",
		   "2 * (gpus - 1) rounds with bytes / gpus bytes in each"},
	 .judge = judge_9_6},
	{.id = "9.7",
	 .title = "question: what more GPUs gain",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "scaling_efficiency",
	 .hints = {"what is shared by the GPUs, and what comes on top?",
		   "the time on several GPUs is compute_us / gpus and the rounds; a round is "
		   "alpha_us and the time of bytes / gpus",
		   "GB/s times 1000 is bytes in a microsecond; compute_us / (gpus * time)"},
	 .judge = judge_9_7},
	{.id = "9.8",
	 .title = "predict: a step of a small network on one GPU against two",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_training",
	 .hints = {"what has to be done once more with a second GPU?",
		   "half of almost nothing is saved, and twice the calls are to be made",
		   "below 1: two GPUs take longer"},
	 .judge = judge_9_8},
};

const LabChecks lab9_judge = {
	.number = 9,
	.name = "lab9_data_parallel",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab9_causes,
};
