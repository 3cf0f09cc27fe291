/* Lab 1: the devices of a machine.
 * Read   docs/lab1.md, then framework/include/usegpu/device.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=1        or        make check LAB=1 CHECK=1.2 */
#include "lab.h"

/* 1.1 (1 point, core)  How many GPUs does this program see?
 *   returns  the number; 0 on a machine that has no GPU, or no driver
 *   rules    Ask the CUDA runtime, not the framework (no device_ function that counts).
 *            Having no GPU is no accident: leave no error behind, so that the next
 *            cudaGetLastError() of the program says cudaSuccess
 *   example  two GPUs, CUDA_VISIBLE_DEVICES=1  ->  1 */
int count_gpus(void)
{
	/* YOUR CODE HERE (about 6 lines) */
	return TODO(int, "1.1");
}

/* What nvidia-smi tells about one GPU, in short. Leave this struct as it is. */
typedef struct GpuSummary {
	char name[16];       /* as much of the name as fits, always closed by '\0' */
	int capability;      /* compute capability without its dot: 8.0 is 80 */
	int multiprocessors; /* SMs */
	int memory_mib;      /* all its memory in whole MiB (1024 * 1024 bytes), rounded down */
} GpuSummary;

/* 1.2 (2 points, core)  Fill in the summary of one GPU.
 *   index    which GPU; it may be any number
 *   summary  where to write
 *   returns  0, or -1 if there is no such GPU; then *summary keeps its old content
 *   rules    Ask the CUDA runtime, not device_info().
 *            Leave no error behind
 *   example  0  ->  {"NVIDIA A100-SXM", 80, 108, 40339}, and 0 returned */
int summarize_gpu(int index, GpuSummary *summary)
{
	/* YOUR CODE HERE (about 10 lines) */
	return TODO(int, "1.2", index, summary);
}

#define CPU_DEVICE     (-1)
#define INVALID_DEVICE (-2)

/* 1.3 (2 points, core)  Read the name of a device.
 *   text     a device, in small letters, with any number N from 0 to 9999:
 *                cpu  cpu:N  gpu  gpu:N  cuda  cuda:N
 *            or a text that is none, of any length: it begins with another word ("tpu:0", "gpus",
 *            ""), or what is behind the colon is no number ("gpu:", "gpu:x", "gpu:1x").
 *            There are no signs, no spaces, no large letters and no number that begins with 0,
 *            but for 0 itself
 *   returns  CPU_DEVICE for the CPU, whatever N is.
 *            N for a GPU, and 0 for a GPU without a number.
 *            INVALID_DEVICE for a text that is none
 *   rules    Do not ask whether the device exists.
 *            Do not call device_parse()
 *   example  "gpu:1" -> 1    "cuda" -> 0    "cpu:0" -> CPU_DEVICE    "gpu:" -> INVALID_DEVICE */
int parse_device(const char *text)
{
	/* YOUR CODE HERE (about 10 lines) */
	return TODO(int, "1.3", text);
}

/* 1.4 (1 point, core)  GPU number `index` if there is one, else the CPU.
 *   index    0 is the first GPU, 1 the second; as in Python -1 is the last, -2 the last but one
 *   returns  a Device that exists, always
 *   rules    Do not call device_try_gpu(), device_try_all_gpus() or device_check().
 *            device_gpu_count(), device_gpu() and device_cpu() are there for you
 *   example  two GPUs:  0 -> gpu:0    1 -> gpu:1    2 -> cpu    -1 -> gpu:1    -3 -> cpu */
Device try_gpu(int index)
{
	/* YOUR CODE HERE (about 4 lines) */
	return TODO(Device, "1.4", index);
}

/* 1.5 (1 point, core)  List all GPUs, or the CPU alone when there is no GPU.
 *   devices   room for `capacity` devices
 *   returns   how many were written: never more than capacity, which may be 0
 *   rules     Write the GPUs in the order gpu:0, gpu:1, ...
 *             What lies behind the last written device stays as it was.
 *             Do not call device_try_gpu() or device_try_all_gpus()
 *   example   four GPUs, capacity 3  ->  gpu:0, gpu:1, gpu:2, and 3 returned */
int try_all_gpus(Device *devices, int capacity)
{
	/* YOUR CODE HERE (about 9 lines) */
	return TODO(int, "1.5", devices, capacity);
}

/* 1.6 (1 point, stretch)  A question: which cards are behind gpu:0, gpu:1, ...?
 * The variable CUDA_VISIBLE_DEVICES hides GPUs from a program and puts them in another order.
 *   visible   its text: numbers between commas, none of them twice, each of which an int holds;
 *             NULL when it is not set
 *   physical  how many cards are in the machine, 0 to 16
 *   order     room for `physical` numbers: order[0] is the card that the program calls gpu:0
 *   returns   how many GPUs the program sees
 *   rules     A number that names no card hides itself and all that follow it.
 *             This is about the text alone: no CUDA calls, and the variable itself is not meant
 *   example   "2,0" and 4 cards  ->  order is 2, 0, and 2 is returned */
int visible_gpus(const char *visible, int physical, int *order)
{
	/* YOUR CODE HERE (about 15 lines) */
	return TODO(int, "1.6", visible, physical, order);
}
