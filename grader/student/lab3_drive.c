/* lab3_drive.c - calls the exercises of lab 3 in the student's process. */
#include "grader/drive/caller.h"
#include "grader/drive/heap.h"
#include "grader/drive/predict.h"
#include "grader/student/lab3_drive_lane.h"

#include <stdbool.h>
#include <sys/mman.h>

#include "grader/drive/memory.h"
#include "grader/include/drive.h"

__attribute__((weak)) float *copy_to(const float *x, int from, int to, int64_t count);
__attribute__((weak)) Tensor *as_in_device(Tensor *x, Device device, int *copies);
__attribute__((weak)) int add_checked(const Tensor *x, const Tensor *y, Tensor **sum);
__attribute__((weak)) Tensor *add_where_y_lives(Tensor *x, Tensor *y);
__attribute__((weak)) int copy_between_gpus(float *to, int to_gpu, const float *from, int from_gpu,
					    int64_t count);
__attribute__((weak)) int64_t send_lists(float *to, const float *const *lists,
					 const int64_t *lengths, int count);
__attribute__((weak)) double copy_microseconds(double alpha_us, double gb_per_s, int64_t bytes,
					       int64_t pieces);
__attribute__((weak)) double overlap_share(double a_start, double a_end, double b_start,
					   double b_end);
__attribute__((weak)) double predict_many_copies(void);

/* --- raw memory ------------------------------------------------------------------------------- */

static void choose_current(Drive *d)
{
	if (device_gpu_count() > 0)
		cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
}

static void drive_3_1(Drive *d)
{
	int64_t count = drive_count(d, "x"), beyond = drive_int(d, "beyond");
	int from = (int)drive_int(d, "from"), to = (int)drive_int(d, "to");
	int64_t host_before = host_begin(d);
	float *x = place_given(d, from, "x");
	choose_current(d);
	drive_go(d);
	float *z = copy_to(x, from, to, beyond + count);
	drive_end(d);
	left_put(d);
	finish_all();
	drive_put_int(d, "is", memory_kind(z));
	drive_put_int(d, "x.is", memory_kind(x));
	drive_put_int(d, "null", !z);
	drive_put_int(d, "same", z == x);
	drive_put_int(d, "on", place_of(z).gpu);
	drive_put_device_floats(d, "z", z, count);
	drive_put_device_floats(d, "x", x, count);
	if (to >= 0 && place_of(z).gpu >= 0) {
		drive_thaw(d);
		if (from < 0 || from == to)
			result_use(z, (int64_t)sizeof *z); /* what is there for sure */
		else
			finish_all(); /* between two GPUs it may be on its way */
	}
	if (z != x)
		release(z);
	release(x);
	host_put(d, host_before);
}

/* --- tensors ---------------------------------------------------------------------------------- */

static Device drive_device(Drive *d, const char *name)
{
	int64_t number = drive_int(d, name);
	return number < 0 ? device_cpu() : device_gpu((int)number);
}

/* Whether nobody has a reference to it any more, as far as the framework remembers. */
static bool is_gone(Tensor *tensor)
{
	Tensor *again = tensor_retain(tensor);
	tensor_free(again);
	return !again;
}

/* An input that the exercise gave back is not touched any more. */
static void put_left(Drive *d, const char *name, const char *gone, Tensor *tensor)
{
	error_clear();
	bool is = is_gone(tensor);
	drive_put_text(d, gone, is ? error_message() : NULL); /* it names who gave it back */
	drive_put_tensor(d, name, is ? NULL : tensor);
}

static void free_left(Tensor *tensor)
{
	if (!is_gone(tensor))
		tensor_free(tensor);
}

/* Where the memory was of a tensor that is given back: the judge sees whether it is there. */
static void put_gone(Drive *d, const char *name, float *where, int64_t count)
{
	if (where)
		drive_put_device_floats(d, name, where, count);
	else
		drive_put_floats(d, name, NULL, 0);
}

/* What lies on a GPU does not come to the host. */
static void bits_copy(Tensor *to, Tensor *from)
{
	const size_t bytes = tensor_bytes(from);
	const Device device = tensor_device(from);
	if (device.kind == DEVICE_CPU) {
		memcpy(tensor_data(to), tensor_data(from), bytes);
		return;
	}
	int before = left_device();
	cudaSetDevice(device.index);
	if (cudaDeviceSynchronize() != cudaSuccess ||
	    cudaMemcpy(tensor_data(to), tensor_data(from), bytes, cudaMemcpyDeviceToDevice) !=
		    cudaSuccess ||
	    cudaDeviceSynchronize() != cudaSuccess)
		abort();
	cudaSetDevice(before);
}

/* The same bits as whole numbers, in the place of x. */
static Tensor *taken_whole(Tensor *x)
{
	Tensor *whole = tensor_full_int(tensor_shape(x), 0, tensor_device(x));
	if (!whole)
		abort();
	bits_copy(whole, x);
	tensor_free(x);
	return whole;
}

/* The drive holds a second reference of its own, so that a result without one of its own does not
 * take x away at once: then x is gone when the drive has still one reference to give back. */
static void drive_3_2(Drive *d)
{
	Tensor *x = drive_tensor(d, "x");
	if (drive_int(d, "whole"))
		x = taken_whole(x);
	Tensor *second = tensor_retain(x);
	Device device = drive_device(d, "device");
	Tensor *other = tensor_zeros(SHAPE(5), tensor_device(x));
	float *where = tensor_device(x).kind == DEVICE_GPU ? tensor_data(other) : NULL;
	int copies = (int)drive_int(d, "copies");
	tensor_still_made(x);
	error_clear();
	left_clear();
	drive_go(d);
	Tensor *z = as_in_device(x, device, &copies);
	drive_end(d);
	left_put(d);
	reason_put(d);
	/* whoever makes tensor_free() do nothing the next time has to know of which tensor */
	tensor_free(other);
	put_gone(d, "other", where, 5);
	drive_put_int(d, "same", z == x);
	drive_put_int(d, "copies", copies);
	drive_put_tensor(d, "z", z);
	put_left(d, "x", "x.gone", x);
	Device home = tensor_device(x);
	void *data = tensor_data(x);
	int64_t count = tensor_count(x);
	drive_thaw(d);
	if (z != x)
		tensor_use(z);
	tensor_free(z);
	free_left(x);
	bool alive = !is_gone(second);
	drive_put_int(d, "alive", alive);
	if (alive && z == x && home.kind == DEVICE_GPU) /* now it is `second` that keeps it */
		drive_put_device_floats(d, "kept", data, count);
	else
		drive_put_floats(d, "kept", NULL, 0);
	if (alive)
		tensor_free(second);
	put_gone(d, "gone", z == x && home.kind == DEVICE_GPU ? data : NULL, count);
}

static void drive_3_3(Drive *d)
{
	Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y");
	Tensor *mark = tensor_zeros(SHAPE(1), device_cpu()), *sum = mark; /* neither x nor y */
	tensor_still_made_there(x);
	tensor_still_made_there(y);
	error_clear();
	left_clear();
	drive_go(d);
	int status = add_checked(x, y, &sum);
	drive_end(d);
	left_put(d);
	reason_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "untouched", sum == mark);
	drive_put_tensor(d, "sum", sum == mark ? NULL : sum);
	put_left(d, "x", "x.gone", x);
	put_left(d, "y", "y.gone", y);
	drive_thaw(d);
	if (sum != mark && sum != x && sum != y) {
		tensor_use(sum);
		tensor_free(sum);
	}
	free_left(mark);
	free_left(y);
	free_left(x);
}

static void drive_3_4(Drive *d)
{
	int64_t host_before = host_begin(d);
	Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y");
	tensor_still_made_there(y);
	error_clear();
	left_clear();
	drive_go(d);
	Tensor *z = add_where_y_lives(x, y);
	drive_end(d);
	left_put(d);
	reason_put(d);
	drive_put_tensor(d, "z", z);
	put_left(d, "x", "x.gone", x);
	put_left(d, "y", "y.gone", y);
	drive_thaw(d);
	tensor_use(z);
	tensor_free(z);
	free_left(y);
	free_left(x);
	host_put(d, host_before);
}

/* --- GPUs and streams ------------------------------------------------------------------------- */

/* Whether `gpu` was allowed to reach `peer`; it is not any more. */
static int64_t access_on(int gpu, int peer)
{
	int before = left_device();
	cudaSetDevice(gpu);
	cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
	if (error == cudaSuccess || error == cudaErrorPeerAccessAlreadyEnabled)
		cudaDeviceDisablePeerAccess(peer);
	cudaSetDevice(before);
	left_clear();
	return error == cudaErrorPeerAccessAlreadyEnabled;
}

/* To NULL, where no number comes to be copied. */
static void drive_3_5(Drive *d)
{
	const int64_t MUCH = INT64_C(1) << 30; /* numbers, whose bytes an int takes for none */
	int64_t count = drive_count(d, "x");
	int from_gpu = (int)drive_int(d, "from"), to_gpu = (int)drive_int(d, "to"), possible = 0;
	float *old = allocate((size_t)count * sizeof *old);
	memset(old, 0, (size_t)count * sizeof *old);
	float *from = place_given(d, from_gpu, "x"), *to = place_floats(to_gpu, old, count);
	cudaDeviceCanAccessPeer(&possible, to_gpu, from_gpu);
	choose_current(d);
	if (possible && drive_int(d, "on_before")) {
		int before = left_device();
		cudaSetDevice(to_gpu);
		cudaDeviceEnablePeerAccess(from_gpu, 0);
		cudaSetDevice(before);
		left_clear();
	}
	drive_go(d);
	int status = copy_between_gpus(drive_int(d, "null") ? NULL : to, to_gpu, from, from_gpu,
				       drive_int(d, "null") ? MUCH : count);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "possible", possible);
	drive_put_device_floats(d, "to", to, count);
	drive_put_device_floats(d, "from", from, count);
	drive_thaw(d);
	drive_put_int(d, "on", access_on(to_gpu, from_gpu));
	finish_all();
	cudaFree(to);
	cudaFree(from);
	free(old);
}

/* Whether the lists, where they are and how long they are is what it was. */
static bool lists_kept(Drive *d, float *const *own, const int64_t *fenced, int64_t lists,
		       bool beyond)
{
	const float *values = drive_floats(d, "values", NULL);
	const int64_t *lengths = drive_ints(d, "lengths", NULL);
	for (int64_t i = 0; i < lists; i++) {
		int64_t count = beyond ? 1 : lengths[i];
		if (fenced[i] != lengths[i] || !own[i] ||
		    (memory_kind(own[i]) != IS_GONE && /* told where it is freed */
		     memcmp(own[i], values, (size_t)count * sizeof *values) != 0))
			return false;
		values += count;
	}
	return fenced[lists] == 1000 && !own[lists];
}

/* Of a list that no host memory holds so many bytes are there, zeros behind the first number: more than anybody comes to
 * read, who has room for FAR_ROOM bytes. */
enum { FAR_ROOM = 64 << 20 };
#define FAR_LIST ((size_t)1 << 32)

static float *far_list(float first)
{
	float *list = mmap(NULL, FAR_LIST, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (list == MAP_FAILED)
		abort();
	list[0] = first;
	return list;
}

/* The lists come one behind the other; each gets memory of its own. Behind the last there is one
 * that is not to be touched. With "beyond" each list is such a far one, whatever its length says. */
static void drive_3_6(Drive *d)
{
	int64_t total, lists;
	const float *values = drive_floats(d, "values", &total);
	const int64_t *lengths = drive_ints(d, "lengths", &lists);
	bool beyond = drive_int(d, "beyond");
	float **own = allocate((size_t)(lists + 1) * sizeof *own);
	int64_t *fenced = allocate((size_t)(lists + 1) * sizeof *fenced);
	for (int64_t i = 0; i < lists; i++) {
		fenced[i] = lengths[i];
		own[i] = beyond ? far_list(*values) : place_floats(-1, values, lengths[i]);
		values += beyond ? 1 : lengths[i];
	}
	own[lists] = NULL;
	fenced[lists] = 1000;
	float *fill = allocate((size_t)(total + 1) * sizeof *fill);
	fill[total] = (float)drive_int(d, "behind");
	const int gpu = (int)drive_int(d, "gpu");
	float *to = place_floats(gpu, fill, total + 1);
	choose_current(d);
	int64_t host_before = host_begin(d);
	const bool is_current =
		gpu == left_device(); /* there each copy by cudaMemcpy comes behind it */
	if (is_current)
		touch(to, (size_t)(total + 1) * sizeof *to);
	if (beyond)
		drive_heap_room(FAR_ROOM);
	drive_go(d);
	int64_t sent = send_lists(drive_int(d, "null") ? NULL : to, (const float *const *)own,
				  fenced, (int)lists);
	drive_end(d);
	drive_heap_room(-1);
	left_put(d);
	drive_put_int(d, "sent", sent);
	drive_put_device_floats(d, "to", to, total + 1);
	drive_thaw(d);
	if (is_current)
		touch(to, (size_t)(total + 1) * sizeof *to);
	finish_all();
	host_put(d, host_before);
	drive_put_int(d, "kept", lists_kept(d, own, fenced, lists, beyond));
	cudaFree(to);
	free(fill);
	for (int64_t i = 0; i < lists; i++)
		if (beyond)
			munmap(own[i], FAR_LIST);
		else
			free(own[i]);
	free(own);
	free(fenced);
}

static void drive_3_7(Drive *d)
{
	const int64_t count = drive_count(d, "x");
	choose_current(d);
	int gpu = left_device();
	if (!drive_int(d, "fails")) {
		twice(d, gpu, count);
		return;
	}
	float *to = place_zeros(gpu, count), *from = place_given(d, gpu, "from");
	float *x = place_given(d, -1, "x");
	once(d, to, x, from, count);
	free(x);
	cudaFree(to);
	cudaFree(from);
}

/* --- questions -------------------------------------------------------------------------------- */

static void drive_3_8(Drive *d)
{
	int64_t cases;
	const int64_t *bytes = drive_ints(d, "bytes", &cases);
	const int64_t *pieces = drive_ints(d, "pieces", NULL);
	const float *alpha = drive_floats(d, "alpha", NULL), *beta = drive_floats(d, "beta", NULL);
	float *answers = allocate((size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++)
		answers[i] = (float)copy_microseconds(alpha[i], beta[i], bytes[i], pieces[i]);
	drive_end(d);
	drive_put_floats(d, "answers", answers, cases);
	free(answers);
}

/* Four times a case, all of them behind a time that a float does not hold with its eighths. */
static void drive_3_9(Drive *d)
{
	int64_t count;
	const float *t = drive_floats(d, "times", &count);
	const double late = (double)drive_int(d, "late");
	float *answers = allocate((size_t)count * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < count / 4; i++, t += 4) {
		const double after = i % 2 ? late : 0;
		answers[i] = (float)overlap_share(after + (double)t[0], after + (double)t[1],
						  after + (double)t[2], after + (double)t[3]);
	}
	drive_end(d);
	drive_put_floats(d, "answers", answers, count / 4);
	free(answers);
}

/* --- 3.10: a prediction ------------------------------------------------------------------------ */

enum { PREDICTED = 1000 };

typedef struct Predicted {
	float *host, *gpu;
} Predicted;

static void copies_prepare(void *data)
{
	Predicted *p = data;
	cudaSetDevice(0);
	p->host = allocate(PREDICTED * sizeof *p->host);
	if (cudaMalloc((void **)&p->gpu, PREDICTED * sizeof *p->gpu) != cudaSuccess)
		abort();
}

static void copies_many(void *data)
{
	const Predicted *p = data;
	for (int i = 0; i < PREDICTED; i++)
		cudaMemcpy(p->gpu + i, p->host + i, sizeof *p->gpu, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
}

static void copies_one(void *data)
{
	const Predicted *p = data;
	cudaMemcpy(p->gpu, p->host, PREDICTED * sizeof *p->gpu, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
}

static void copies_finish(void *data)
{
	const Predicted *p = data;
	cudaFree(p->gpu);
	free(p->host);
}

static void drive_3_10(Drive *d)
{
	Predicted p;
	drive_predict(d, predict_many_copies, copies_prepare,
		      (PredictWork *const[]){copies_many, copies_one}, copies_finish, &p);
}

const DriveCheck lab_drives[] = {{"3.1", drive_3_1},   {"3.2", drive_3_2}, {"3.3", drive_3_3},
				 {"3.4", drive_3_4},   {"3.5", drive_3_5}, {"3.6", drive_3_6},
				 {"3.7", drive_3_7},   {"3.8", drive_3_8}, {"3.9", drive_3_9},
				 {"3.10", drive_3_10}, {NULL, NULL}};
