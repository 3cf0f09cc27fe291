/* Lab 4: the parameters of a network, and the GPU.
 * Read   docs/lab4.md, then the part "making tensors" of framework/include/usegpu/tensor.h.
 * Edit   this file only, where it says YOUR CODE HERE.
 * Check  make check LAB=4        or        make check LAB=4 CHECK=4.2 */
#include "lab.h"

/* A network with `layers` linear layers has 2 * layers parameters: weight 0, bias 0, weight 1,
 * bias 1 ... In 4.1 and 4.4 they are tensors, in the other exercises raw memory: */
typedef struct Parameter {
	const char *name; /* any text, as "0.weight" */
	float *data;      /* memory of its own: from cudaMalloc on a GPU, from malloc on the CPU */
	int64_t count;    /* how many numbers there are, at least 1 */
	int device;       /* the number of the GPU where data is, or -1 for the CPU */
} Parameter;

/* 4.1 (2 points, core)  Make the parameters of a network on a device.
 *   sizes       layers + 1 numbers: layer i has sizes[i] inputs and sizes[i + 1] outputs
 *   layers      at least 1
 *   range       weights are at least -range and less than range
 *   seed        with u = tensor_uniform(shape, seed + i, device), the weight of layer i is
 *               2 * range * u - range; its biases are 0
 *   device      where they are wanted; it exists
 *   parameters  where to write the 2 * layers new tensors, which the caller frees: the weight of
 *               layer i, (sizes[i], sizes[i + 1]), at 2 * i, and its bias, (sizes[i + 1]), behind
 *               it
 *   returns     0; or -1 if a call fails: then all 2 * layers of them are NULL
 *   rules       Make the numbers where they live: nothing is copied.
 *               No two of the parameters share numbers.
 *               Nothing but the parameters stays in memory.
 *               When you return -1, nothing at all stays.
 *               Use no module_ function
 *   example     sizes {3, 2}, 1 layer, range 0.5  ->  a (3, 2) tensor and the (2) tensor 0, 0 */
int init_parameters(const int *sizes, int layers, float range, uint64_t seed, Device device,
		    Tensor **parameters)
{
	/* YOUR CODE HERE (about 25 lines) */
	return TODO(int, "4.1", sizes, layers, range, seed, device, parameters);
}

/* 4.2 (1 point, core)  Confirm where parameters are: which of them are not on the device?
 *   parameters  `count` of them; data may be anywhere: on any GPU, or memory of the host of any
 *               kind (malloc, or pinned by cudaMallocHost)
 *   device      the number of a GPU, or -1 for the CPU, where they should be
 *   names       room for `count` names; write here the names of those that are somewhere else, in
 *               the order of the parameters
 *   returns     how many names it wrote
 *   rules       Ask CUDA where the memory is. The field `device` of a parameter may be wrong here:
 *               somebody moved the data and forgot to write it down.
 *               Copy nothing.
 *               The current device is afterwards what it was before.
 *               Leave no error behind, also on a machine without a GPU
 *   example     device 0, "0.weight" on GPU 0 and "0.bias" on the CPU  ->  1, and "0.bias" */
int find_misplaced(const Parameter *parameters, int count, int device, const char **names)
{
	/* YOUR CODE HERE (about 12 lines) */
	return TODO(int, "4.2", parameters, count, device, names);
}

/* 4.3 (2 points, stretch)  Move a model to a device: all of it, or nothing.
 *   parameters  `count` of them, at least 1, each on any device (`device` is right here)
 *   to          the number of a GPU, or -1 for the CPU; there may be no such GPU
 *   returns     0 when all are on `to`.
 *               -1 if a call fails: if there is no such GPU, if it has too little memory, if a copy
 *               fails, as one from NULL does. Then every parameter is as it was before, in the same
 *               memory
 *   rules       A parameter that is on `to` already stays in its memory.
 *               Each other one gets new memory on `to` with the same numbers; `data` and `device`
 *               say so, and the old memory is given back.
 *               Make one copy for each parameter that moves; between two GPUs it does not go by way
 *               of the host.
 *               Give back all other memory that you take (lists too), also when you return -1.
 *               CPU to CPU works on a machine without a GPU.
 *               The current device is afterwards what it was before.
 *               Leave no error behind.
 *               Use no tensor_ or module_ function
 *   example     "0.weight" on GPU 0, "0.bias" on GPU 1, to 1  ->  one copy from GPU to GPU; the
 *               bias is where it was */
int move_model(Parameter *parameters, int count, int to)
{
	/* YOUR CODE HERE (about 40 lines) */
	return TODO(int, "4.3", parameters, count, to);
}

/* 4.4 (1 point, core)  Run a network where its parameters are.
 *   parameters  2 * layers float32 tensors: the weight (in, out) of the first layer and its bias
 *               (out), those of the second layer, and so on
 *   layers      at least 1
 *   x           (n, inputs) float32 on any device; leave it unchanged
 *   returns     the output of the last layer, a new tensor on the device of the parameters.
 *               NULL if a call fails, as when shapes do not fit or the parameters are on two
 *               devices
 *   rules       A layer turns what comes in (at first x) into that times the weight, with the bias
 *               added to each row.
 *               Between two layers negative numbers become 0. Behind the last layer they stay.
 *               What makes the parameters may still be under way, in the default stream of their
 *               GPU.
 *               Copy x once if it is on another device; copy nothing else. The parameters stay
 *               where they are.
 *               Nothing but the result is left in memory. When you return NULL, nothing at all is
 *               left.
 *               Use no module_ function, and no device_set_policy()
 *   example     parameters on gpu:1, x on cpu  ->  one copy to gpu:1, the result on gpu:1 */
Tensor *predict(Tensor *const *parameters, int layers, Tensor *x)
{
	/* YOUR CODE HERE (about 10 lines) */
	return TODO(Tensor *, "4.4", parameters, layers, x);
}

#define PATH_MOST 200 /* the most characters that a path has in this lab */

/* 4.5 (2 points, core)  Save parameters from GPUs to a file, through pinned memory.
 * The file holds the numbers of the first parameter, as they lie in memory, then those of the second,
 * and so on; nothing else.
 *   path        the file; if there is one of that name, it is replaced
 *   parameters  `count` of them, at least 1, on any GPUs; leave them unchanged
 *   buffer      pinned memory with room for `room` numbers (at least 1), lent for this call.
 *               A parameter may be larger: send it in pieces
 *   returns     0 when the file is whole; -1 if a call fails: then the file may hold anything
 *   rules       Copy each number to the host once, into `buffer`.
 *               Take no other memory, neither by malloc() nor by cudaMalloc() or the like.
 *               A parameter of n numbers takes at most 2 * (n / room + 1) copies.
 *               The current device is afterwards what it was before.
 *               No copy uses the buffer any more when you return, also if a call fails.
 *               Leave no error behind, no file open and no other file.
 *               Use no tensor_, module_ or checkpoint_ function
 *   example     counts 6 and 2, room 4  ->  copies of 4, 2 and 2 numbers; a file of 32 bytes */
int save_parameters(const char *path, const Parameter *parameters, int count, float *buffer,
		    int64_t room)
{
	/* YOUR CODE HERE (about 20 lines) */
	return TODO(int, "4.5", path, parameters, count, buffer, room);
}

/* 4.6 (1 point, core)  Load parameters from a file to GPUs, through pinned memory.
 * The file holds the numbers of the first parameter, as they lie in memory, then those of the second,
 * and so on.
 *   path        the file; there may be none, or one that is too short. Leave it as it is
 *   parameters  `count` of them, at least 1, on any GPUs. The numbers go into the memory that
 *               `data` points to
 *   buffer      pinned memory with room for `room` numbers (at least 1), lent for this call.
 *               A parameter may be larger: send it in pieces
 *   returns     0 when all numbers are on the GPUs; -1 if a call fails or the file ends too early:
 *               then some numbers may be new
 *   rules       Copy each number to a GPU once, out of `buffer`.
 *               Take no other memory, neither by malloc() nor by cudaMalloc() or the like.
 *               A parameter of n numbers takes at most 2 * (n / room + 1) copies.
 *               The current device is afterwards what it was before.
 *               No copy uses the buffer any more when you return, also if a call fails.
 *               Leave no error behind, no file open and no other file.
 *               Use no tensor_, module_ or checkpoint_ function
 *   example     counts 6 and 2, room 4  ->  4, 2 and 2 numbers are read, each followed by a copy */
int load_parameters(const char *path, const Parameter *parameters, int count, float *buffer,
		    int64_t room)
{
	/* YOUR CODE HERE (about 20 lines, fewer if 4.5 and 4.6 share a function) */
	return TODO(int, "4.6", path, parameters, count, buffer, room);
}

/* 4.7 (1 point, stretch)  A question: how large is a model, and how long does it travel?
 * A network of linear layers is moved, each of its parameters by one copy, one after the other. A
 * copy of b bytes takes alpha + b / beta.
 *   sizes     layers + 1 numbers up to 100000: layer i has sizes[i] inputs and sizes[i + 1]
 *             outputs, so a weight of (sizes[i], sizes[i + 1]) and a bias of (sizes[i + 1]) float32
 *   layers    at least 1
 *   alpha_us  alpha in microseconds
 *   gb_per_s  beta in GB/s; 1 GB/s is 1000 bytes in a microsecond
 *   bytes     where to write how many bytes the parameters take
 *   returns   microseconds
 *   rules     This is about the numbers alone: no CUDA calls
 *   example   sizes {3, 2}, 1 layer, alpha 10, 1 GB/s  ->  32 bytes, 20.032 */
double travel_microseconds(const int *sizes, int layers, double alpha_us, double gb_per_s,
			   int64_t *bytes)
{
	/* YOUR CODE HERE (about 4 lines) */
	return TODO(double, "4.7", sizes, layers, alpha_us, gb_per_s, bytes);
}

/* 4.8 (1 point, core)  A question: how far does it get?
 * The parameters are spread over devices, nothing is moved, and a network runs on x. Its operations
 * are: times weight 0, add bias 0, times weight 1, add bias 1 ... The framework refuses one whose
 * two inputs are on two devices, and then the network stops.
 *   x        the device of x: the number of a GPU, or -1 for the CPU
 *   devices  those of the parameters: of weight 0, bias 0, weight 1, bias 1 ...
 *   count    how many parameters there are, at least 2
 *   returns  how many operations are done before one is refused; `count` if none is
 *   rules    This is about the numbers alone: no CUDA calls
 *   example  x 0, devices {0, 0, 1, 0}  ->  2, because weight 1 is not where the result is */
int operations_done(int x, const int *devices, int count)
{
	/* YOUR CODE HERE (about 4 lines) */
	return TODO(int, "4.8", x, devices, count);
}

/* 4.9 (1 point, stretch)  Save parameters, and lose no older file when that fails.
 * The file holds the numbers of the first parameter, as they lie in memory, then those of the second,
 * and so on; nothing else.
 *   path        the file, in at most PATH_MOST characters; there may be an older one of that name
 *   parameters  `count` of them, at least 1, on any GPUs; leave them unchanged
 *   buffer      pinned memory with room for `room` numbers (at least 1), lent for this call
 *   returns     0 when the file is whole; -1 if a call fails, for instance if a copy fails, if the
 *               disk is full, or if a folder has that name. Then an older file is as it was before
 *   rules       Write a new file beside it, of the same name with ".part" behind.
 *               A ".part" that an earlier run has left is of no use: write over it.
 *               rename() the new file to `path` when it is whole, also where there was none before.
 *               When you return, there is no ".part".
 *               Copy each number to the host once, into `buffer`, and take no other memory.
 *               A parameter of n numbers takes at most 2 * (n / room + 1) copies.
 *               The current device is afterwards what it was before.
 *               No copy uses the buffer any more when you return, also if a call fails.
 *               Leave no error behind, no file open and no other file.
 *               Use no tensor_, module_ or checkpoint_ function; save_parameters() is there for you
 *   example     "m.bin" on a full disk  ->  -1, "m.bin" is the older one, there is no "m.bin.part" */
int save_safely(const char *path, const Parameter *parameters, int count, float *buffer,
		int64_t room)
{
	/* YOUR CODE HERE (about 8 lines, with save_parameters()) */
	return TODO(int, "4.9", path, parameters, count, buffer, room);
}
