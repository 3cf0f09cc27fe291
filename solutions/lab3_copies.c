/* Lab 3: copying between devices.
 * Read   docs/lab3.md, then the part "moving" of framework/include/usegpu/tensor.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=3        or        make check LAB=3 CHECK=3.2 */
#include "lab.h"

/* 3.1 (2 points, core)  Copy numbers to any device, always into new memory.
 *   x        `count` numbers in the memory of device `from`; leave them unchanged
 *   from,to  a GPU's number, or -1 for the CPU; both exist, and they may be the same
 *   count    at least 1
 *   returns  new memory on device `to` with the same numbers: from malloc() on the CPU, from
 *            cudaMalloc() on a GPU; NULL if a call fails, as when there is not enough memory
 *   rules    Make one copy at most; between two GPUs it does not go by way of the host.
 *            A copy between two GPUs may still be on its way when you return.
 *            CPU to CPU works on a machine without a GPU.
 *            The current device is afterwards what it was before.
 *            Leave no error, stream or event behind.
 *            When you return NULL, leave no memory behind, also if it is the copy that fails
 *   example  (x, 0, 1, 6)  ->  six numbers on GPU 1, by one copy from GPU to GPU */
float *copy_to(const float *x, int from, int to, int64_t count)
{
	/* SOLUTION 3.1 */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
			cudaGetLastError();
			copy = NULL;
		}
		cudaSetDevice(before);
	}
	if (!copy)
		return NULL;
	if (from < 0 && to < 0) {
		memcpy(copy, x, bytes);
	} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;
	/* STUB (about 22 lines)
	return TODO(float *, "3.1", x, from, to, count);
	END */
}

/* 3.2 (1 point, core)  The same tensor if it is on the device already, a copy if not.
 *   x        a tensor of any shape and type, on any device; leave it unchanged
 *   device   where it is wanted; it exists
 *   copies   counts copies: add 1 to it if you made one
 *   returns  x itself, with one more reference, if it lives on `device`; else a new tensor there.
 *            Either way the caller gives the result to tensor_free().
 *            NULL if a call fails; then *copies keeps its value
 *   rules    What makes x may still be under way, in the default stream of its GPU.
 *            Do not call tensor_as_in_device().
 *            Leave no error behind
 *   example  x on gpu:1, device gpu:1  ->  x, and *copies stays as it is */
Tensor *as_in_device(Tensor *x, Device device, int *copies)
{
	/* SOLUTION 3.2 */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;
	/* STUB (about 6 lines)
	return TODO(Tensor *, "3.2", x, device, copies);
	END */
}

enum { ADD_DONE = 0, ADD_DEVICES = -1, ADD_SHAPES = -2, ADD_FAILED = -3 };

/* 3.3 (1 point, stretch)  Add two tensors, or say why not.
 *   x, y     float32 tensors of any shape, on any device; leave them unchanged
 *   sum      where to write the result, a new tensor
 *   returns  ADD_DEVICES if x and y live on two devices.
 *            ADD_SHAPES if they live on one device and their shapes differ.
 *            ADD_FAILED if a call fails.
 *            ADD_DONE if *sum is the sum; in all other cases *sum keeps its value
 *   rules    Copy nothing from one device to another.
 *            Compare devices and shapes yourself, or pass on why tensor_add() refuses.
 *            Leave no error behind
 *   example  x on cpu, y on gpu:0  ->  ADD_DEVICES, whatever their shapes are */
int add_checked(const Tensor *x, const Tensor *y, Tensor **sum)
{
	/* SOLUTION 3.3 */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return ADD_DONE;
	/* STUB (about 13 lines)
	return TODO(int, "3.3", x, y, sum);
	END */
}

/* 3.4 (2 points, core)  Return x + y, computed where y lives.
 *   x, y     float32 tensors on any two devices; leave them unchanged
 *   returns  a new tensor on y's device; NULL if the shapes differ or a call fails
 *   rules    Make one copy at most, and none if x and y share a device.
 *            Do not call device_set_policy().
 *            What makes y may still be under way, in the default stream of its GPU.
 *            Nothing but the result is left in memory, on whatever device.
 *            When you return NULL, nothing at all is left, no error either
 *   example  x on cpu, y on gpu:1  ->  the sum on gpu:1, by one copy to gpu:1 */
Tensor *add_where_y_lives(Tensor *x, Tensor *y)
{
	/* SOLUTION 3.4 */
	Tensor *moved = tensor_as_in_device(x, tensor_device(y));
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	return sum;
	/* STUB (about 4 lines)
	return TODO(Tensor *, "3.4", x, y);
	END */
}

/* 3.5 (2 points, stretch)  Copy from one GPU to another, by the direct way if there is one.
 *   to        memory of GPU `to_gpu`, with room for `count` numbers
 *   from      `count` numbers in memory of GPU `from_gpu`; what made them has ended
 *   returns   0, or -1 if a call fails, as the copy does if `to` is NULL
 *   rules     Make one copy; it does not go by way of the host.
 *             If cudaDeviceCanAccessPeer says that to_gpu can reach from_gpu, peer access of to_gpu
 *             to from_gpu is on afterwards. It may have been on before.
 *             The copy has ended when you return.
 *             The current device is afterwards what it was before.
 *             Leave no error, stream or event behind
 *   example   (b, 1, a, 0, 6)  ->  six numbers from a on GPU 0 are at b on GPU 1 */
int copy_between_gpus(float *to, int to_gpu, const float *from, int from_gpu, int64_t count)
{
	/* SOLUTION 3.5 */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError(); /* it says so if access was on already */
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;
	/* STUB (about 12 lines)
	return TODO(int, "3.5", to, to_gpu, from, from_gpu, count);
	END */
}

/* 3.6 (2 points, core)  Send many short lists to a GPU in one copy.
 *   to       memory of a GPU, with room for all numbers; they lie there one list behind the other
 *   lists    `count` lists in host memory, each in a place of its own; count may be 0
 *   lengths  how many numbers each list has; it may be 0
 *   returns  how many numbers were sent in all; -1 if a call fails, as the copy does if `to` is
 *            NULL
 *   rules    Make one copy at most.
 *            What the caller has queued with `to` may still be under way, in the default stream of
 *            its GPU.
 *            The copy may still be on its way when you return, but the caller may change the lists
 *            then.
 *            Give back all host memory that you take.
 *            Leave no error, stream or event behind
 *   example  lists {1, 2} and {3}  ->  1, 2, 3 on the GPU, and 3 returned */
int64_t send_lists(float *to, const float *const *lists, const int64_t *lengths, int count)
{
	/* SOLUTION 3.6 */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;
	/* STUB (about 14 lines)
	return TODO(int64_t, "3.6", to, lists, lengths, count);
	END */
}

/* What 3.7 keeps from one call to the next. Leave this struct as it is. */
typedef struct Lane {
	float *going, *coming;               /* pinned host memory (cudaMallocHost) */
	cudaStream_t go_stream, come_stream; /* one for each direction */
} Lane;

/* 3.7 (2 points, core)  Send and fetch at the same time.
 *   lane      all zero at the first call: make two pinned buffers of `count` numbers and two
 *             streams then. Later calls come with the same count and use what is there; the
 *             caller gives it back in the end
 *   to, x     send the `count` numbers at x, in ordinary host memory, to GPU memory `to`
 *   y, from   fetch the `count` numbers at `from`, in GPU memory, to y, in ordinary host memory;
 *             what made them has ended
 *   returns   0, or -1 if a call fails, as the copy does if `to` is NULL; what was made of the lane
 *             by then may stay in it, because the caller gives it back in that case too
 *   rules     Both copies have ended when you return 0.
 *             A later call takes at most 0.75 of the time that the same two copies take one after
 *             the other.
 *             Copy in few pieces: at most 64 copies in a call.
 *             Both buffers in GPU memory are on the current device.
 *             Give back what you make besides the lane.
 *             Leave no error behind, also if a call fails.
 *             The current device is afterwards what it was before.
 *             One thread alone calls CUDA
 *   example   going holds x, then one copy runs in go_stream and the other in come_stream */
int exchange(Lane *lane, float *to, const float *x, float *y, const float *from, int64_t count)
{
	/* SOLUTION 3.7 */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;
	/* STUB (about 24 lines)
	return TODO(int, "3.7", lane, to, x, y, from, count);
	END */
}

/* 3.8 (1 point, core)  A question: how long does it take to send data in equal pieces?
 * One copy of b bytes takes alpha + b / beta: a fixed time for each copy, then the bytes at the
 * rate of the link.
 *   alpha_us   alpha in microseconds
 *   gb_per_s   beta in GB/s; 1 GB/s is 1000 bytes in a microsecond
 *   bytes      how many bytes in all
 *   pieces     in how many copies of equal size, one after the other; 1 to 1000000
 *   returns    microseconds
 *   rules      This is about the numbers alone: no CUDA calls
 *   example    (10, 20, 1000000, 1) -> 60    (10, 20, 1000000, 100) -> 1050 */
double copy_microseconds(double alpha_us, double gb_per_s, int64_t bytes, int64_t pieces)
{
	/* SOLUTION 3.8 */
	return (double)pieces * alpha_us + (double)bytes / (1000 * gb_per_s);
	/* STUB (about 1 line)
	return TODO(double, "3.8", alpha_us, gb_per_s, bytes, pieces);
	END */
}

/* 3.9 (0.5 points, stretch)  A question: did two copies run at the same time?
 * A timeline shows when copy a and copy b started and ended.
 *   a_start, a_end, b_start, b_end   times in microseconds; start < end
 *   returns  which share of the shorter copy ran while the other one was running: 1 if all of it
 *            did, 0 if nothing did
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  a from 0 to 100, b from 90 to 110  ->  0.5 */
double overlap_share(double a_start, double a_end, double b_start, double b_end)
{
	/* SOLUTION 3.9 */
	double start = a_start > b_start ? a_start : b_start;
	double end = a_end < b_end ? a_end : b_end;
	double a = a_end - a_start, b = b_end - b_start;
	return end > start ? (end - start) / (a < b ? a : b) : 0;
	/* STUB (about 4 lines)
	return TODO(double, "3.9", a_start, a_end, b_start, b_end);
	END */
}

/* 3.10 (0.5 points, core)  Predict, then measure: 1000 numbers go from ordinary host
 * memory to a GPU: each with a cudaMemcpy of its own, 4 bytes; or all with one, 4000 bytes. How
 * many times as long do the 1000 copies take?
 *   returns  your guess. Write it down before you measure: it is worth all points within a factor of
 *            1.5 of what the check measures then, on two A100, and fewer within 3 and within 10
 *   example  2 means twice as long */
double predict_many_copies(void)
{
	/* SOLUTION 3.10 */
	return 900;
	/* STUB (about 1 line)
	return TODO(double, "3.10");
	END */
}
