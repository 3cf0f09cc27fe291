/* lab3_drive.c - calls the exercises of lab 3 in the student's process. */
#include "grader/drive/predict.h"
#include "grader/drive/left.h"

#include <stdbool.h>
#include <sys/uio.h>
#include <unistd.h>
#include "grader/drive/memory.h"
#include "grader/include/drive.h"

typedef struct Lane {
	float *going, *coming;
	cudaStream_t go_stream, come_stream;
} Lane;

__attribute__((weak)) float *copy_to(const float *x, int from, int to, int64_t count);
__attribute__((weak)) Tensor *as_in_device(Tensor *x, Device device, int *copies);
__attribute__((weak)) int add_checked(const Tensor *x, const Tensor *y, Tensor **sum);
__attribute__((weak)) Tensor *add_where_y_lives(Tensor *x, Tensor *y);
__attribute__((weak)) int copy_between_gpus(float *to, int to_gpu, const float *from, int from_gpu,
					    int64_t count);
__attribute__((weak)) int64_t send_lists(float *to, const float *const *lists,
					 const int64_t *lengths, int count);
__attribute__((weak)) int exchange(Lane *lane, float *to, const float *x, float *y,
				   const float *from, int64_t count);
__attribute__((weak)) double copy_microseconds(double alpha_us, double gb_per_s, int64_t bytes,
					       int64_t pieces);
__attribute__((weak)) double overlap_share(double a_start, double a_end, double b_start,
					   double b_end);
__attribute__((weak)) double predict_many_copies(void);

/* --- raw memory: a place is a GPU's number, or -1 for the host -------------------------------- */

typedef struct Place {
	enum cudaMemoryType type;
	int gpu;
} Place;

static Place place_of(const void *pointer)
{
	struct cudaPointerAttributes where;
	if (!pointer || cudaPointerGetAttributes(&where, pointer) != cudaSuccess) {
		left_clear();
		return (Place){cudaMemoryTypeUnregistered, -1};
	}
	return (Place){where.type, where.type == cudaMemoryTypeDevice ? where.device : -1};
}

/* Whether host memory is still there: what was given back is closed. */
static bool is_there(const void *memory)
{
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)(uintptr_t)memory, 1};
	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

/* As in grader/labs/lab3/judge.c. */
enum { IS_NULL, IS_PLAIN, IS_PINNED, IS_MANAGED, IS_DEVICE, IS_GONE };

static int memory_kind(const void *memory)
{
	if (!memory)
		return IS_NULL;
	switch (place_of(memory).type) {
	case cudaMemoryTypeDevice:
		return IS_DEVICE;
	case cudaMemoryTypeHost:
		return IS_PINNED;
	case cudaMemoryTypeManaged:
		return IS_MANAGED;
	default:
		return is_there(memory) ? IS_PLAIN : IS_GONE;
	}
}

static void release(float *memory)
{
	switch (memory_kind(memory)) {
	case IS_DEVICE:
	case IS_MANAGED:
		cudaFree(memory);
		break;
	case IS_PINNED:
		cudaFreeHost(memory);
		break;
	case IS_PLAIN:
		free(memory);
		break;
	default:
		break;
	}
}

/* Room for `count` numbers on that place; from malloc on the host. The current device stays. */
static float *place_room(int gpu, int64_t count)
{
	size_t bytes = (size_t)count * sizeof(float);
	float *memory = NULL;
	if (gpu < 0)
		return allocate(bytes);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMalloc((void **)&memory, bytes) != cudaSuccess)
		abort();
	cudaSetDevice(before);
	return memory;
}

/* The same with the list of that name in it. */
static float *place_given(Drive *d, int gpu, const char *name)
{
	float *memory = place_room(gpu, drive_count(d, name));
	drive_give(d, name, 0, memory, drive_count(d, name));
	return memory;
}

/* The same with `values` in it. */
static float *place_floats(int gpu, const float *values, int64_t count)
{
	size_t bytes = (size_t)count * sizeof *values;
	float *memory = place_room(gpu, count);
	if (gpu < 0)
		return memcpy(memory, values, bytes);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMemcpy(memory, values, bytes, cudaMemcpyHostToDevice) != cudaSuccess ||
	    cudaDeviceSynchronize() != cudaSuccess) /* the last piece may still be on its way */
		abort();
	cudaSetDevice(before);
	return memory;
}

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
	float *z = copy_to(x, from, to, beyond ? beyond : count);
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
	if (from < 0 && to >= 0 &&
	    place_of(z).gpu >= 0) { /* between two GPUs it may be on its way */
		drive_thaw(d);
		result_use(z, (int64_t)sizeof *z); /* what is there for sure */
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

/* The drive holds a second reference of its own, so that a result without one of its own does not
 * take x away at once: then x is gone when the drive has still one reference to give back. */
static void drive_3_2(Drive *d)
{
	Tensor *x = drive_tensor(d, "x"), *second = tensor_retain(x);
	Device device = drive_device(d, "device");
	Tensor *other = tensor_zeros(SHAPE(5), tensor_device(x));
	float *where = tensor_device(x).kind == DEVICE_GPU ? tensor_data(other) : NULL;
	int copies = (int)drive_int(d, "copies");
	error_clear();
	drive_go(d);
	Tensor *z = as_in_device(x, device, &copies);
	drive_end(d);
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
	Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y"), *mark = x, *sum = mark;
	error_clear();
	drive_go(d);
	int status = add_checked(x, y, &sum);
	drive_end(d);
	reason_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "untouched", sum == mark);
	drive_put_tensor(d, "sum", sum == mark ? NULL : sum);
	put_left(d, "x", "x.gone", x);
	put_left(d, "y", "y.gone", y);
	drive_thaw(d);
	if (sum != mark) {
		tensor_use(sum);
		tensor_free(sum);
	}
	free_left(y);
	free_left(x);
}

static void drive_3_4(Drive *d)
{
	int64_t host_before = host_begin(d);
	Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y");
	error_clear();
	drive_go(d);
	Tensor *z = add_where_y_lives(x, y);
	drive_end(d);
	reason_put(d);
	drive_put_int(d, "policy", device_policy() == POLICY_ERROR);
	device_set_policy(POLICY_ERROR);
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

static void drive_3_5(Drive *d)
{
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
	int status =
		copy_between_gpus(drive_int(d, "null") ? NULL : to, to_gpu, from, from_gpu, count);
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

/* The lists come one behind the other; each gets memory of its own. Behind the last there is one
 * that is not to be touched. With "beyond" each list has one number, whatever its length says:
 * nobody comes so far as to read them. */
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
		own[i] = place_floats(-1, values, beyond ? 1 : lengths[i]);
		values += beyond ? 1 : lengths[i];
	}
	own[lists] = NULL;
	fenced[lists] = 1000;
	float *fill = allocate((size_t)(total + 1) * sizeof *fill);
	memset(fill, 0, (size_t)(total + 1) * sizeof *fill);
	float *to = place_floats((int)drive_int(d, "gpu"), fill, total + 1);
	choose_current(d);
	int64_t host_before = host_begin(d);
	drive_go(d);
	int64_t sent = send_lists(drive_int(d, "null") ? NULL : to, (const float *const *)own,
				  fenced, (int)lists);
	drive_end(d);
	left_put(d);
	finish_all();
	host_put(d, host_before);
	drive_put_int(d, "sent", sent);
	drive_put_device_floats(d, "to", to, total + 1);
	cudaFree(to);
	free(fill);
	for (int64_t i = 0; i < lists; i++)
		free(own[i]);
	free(own);
	free(fenced);
}

enum { NOTHING, NO_BUFFERS, NO_COPY, NO_WAIT, FEW }; /* as in grader/labs/lab3/ways.c */

static bool is_pinned(const void *memory)
{
	return place_of(memory).type == cudaMemoryTypeHost;
}

static void lane_release(Lane *lane)
{
	if (is_pinned(lane->going))
		cudaFreeHost(lane->going);
	if (is_pinned(lane->coming))
		cudaFreeHost(lane->coming);
	if (lane->go_stream)
		cudaStreamDestroy(lane->go_stream);
	if (lane->come_stream && lane->come_stream != lane->go_stream)
		cudaStreamDestroy(lane->come_stream);
}

/* Whether the lane still points to memory that was given back, as the caller will once more. */
static bool lane_lost(const Lane *lane)
{
	return memory_kind(lane->going) == IS_GONE || memory_kind(lane->coming) == IS_GONE;
}

/* What a call of exchange works on. */
typedef struct Trip {
	float *to, *from; /* on the GPU */
	float *x, *y;
} Trip;

/* A third call has to wait for its copy to the GPU too: work that is in go_stream before it lets that
 * copy end much later than the one to the host. */
static void late_send(Drive *d, Lane *lane, const Trip *trip, int64_t count)
{
	enum { LATER = 1 << 18 };
	void *host = NULL, *memory = NULL;
	if (cudaMallocHost(&host, LATER) != cudaSuccess ||
	    cudaMalloc(&memory, LATER) != cudaSuccess)
		abort();
	memset(host, 0, LATER);
	cudaMemcpyAsync(memory, host, LATER, cudaMemcpyHostToDevice, lane->go_stream);
	drive_go(d);
	int status = exchange(lane, trip->to, trip->x, trip->y, trip->from, count);
	drive_end(d);
	drive_put_int(d, "third", status);
	drive_thaw(d);
	finish_all();
	cudaFree(memory);
	cudaFreeHost(host);
}

/* Whether a later call made anew what the first one had left in the lane; that is given back. */
static int lane_remade(const Lane *first, const Lane *later)
{
	Lane old = *first;
	if (old.going == later->going || old.going == later->coming || !is_pinned(old.going))
		old.going = NULL;
	if (old.coming == later->coming || old.coming == later->going || !is_pinned(old.coming))
		old.coming = NULL;
	if (old.go_stream == later->go_stream)
		old.go_stream = NULL;
	if (old.come_stream == later->come_stream)
		old.come_stream = NULL;
	int remade = old.going || old.coming || old.go_stream || old.come_stream;
	lane_release(&old);
	left_clear();
	return remade;
}

/* Room on a GPU that holds zeros. */
static float *place_zeros(int gpu, int64_t count)
{
	float *memory = place_room(gpu, count);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMemset(memory, 0, (size_t)count * sizeof *memory) != cudaSuccess)
		abort();
	cudaSetDevice(before);
	return memory;
}

static Trip trip_make(Drive *d, int gpu, const char *x, const char *from)
{
	int64_t count = drive_count(d, x);
	return (Trip){.to = place_zeros(gpu, count),
		      .from = place_given(d, gpu, from),
		      .x = place_given(d, -1, x),
		      .y = allocate((size_t)count * sizeof(float))};
}

static void trip_free(Trip *trip)
{
	cudaFree(trip->to);
	cudaFree(trip->from);
	free(trip->x);
	free(trip->y);
}

/* A call with other numbers, then the one that is measured: the judge counts the second
 * window. Nothing is done on the GPU between the two. */
static void twice(Drive *d, int gpu, int64_t count)
{
	Lane lane = {NULL, NULL, NULL, NULL};
	Trip first = trip_make(d, gpu, "first.x", "first.from"),
	     trip = trip_make(d, gpu, "x", "from");
	left_clear();
	drive_go(d);
	int status = exchange(&lane, first.to, first.x, first.y, first.from, count);
	drive_end(d);
	drive_put_int(d, "first", status);
	drive_put_floats(d, "first.y", first.y, count); /* what comes later came too late */
	Lane first_lane = lane;
	bool lost = lane_lost(&lane);
	drive_go(d);
	int second = lost ? -1 : exchange(&lane, trip.to, trip.x, trip.y, trip.from, count);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "lost", lost || lane_lost(&lane));
	drive_put_int(d, "kept", first_lane.going && first_lane.coming);
	drive_put_floats(d, "y", trip.y, count);
	drive_put_int(d, "second", second);
	drive_put_int(d, "pinned", is_pinned(lane.going) && is_pinned(lane.coming));
	drive_put_device_floats(d, "first.to", first.to, count);
	drive_put_device_floats(d, "to", trip.to, count);
	drive_put_device_floats(d, "from", trip.from, count);
	int remade = lane_remade(&first_lane, &lane);
	drive_put_int(d, "remade", remade);
	drive_thaw(d);
	if (status == 0 && second == 0 && !remade)
		late_send(d, &lane, &trip, count);
	finish_all();
	lane_release(&lane);
	trip_free(&first);
	trip_free(&trip);
}

enum { ONCE, IN_TWO_WINDOWS, IN_ONE_WINDOW }; /* as in grader/labs/lab3/exchange.c */

/* One call, of few numbers or one that has to fail: there is no memory for the buffers, or nothing to send to. If it goes
 * well, a second one, counted apart, or in one row with the first one's calls so that one of its own can fail. */
static void once(Drive *d, float *to, const float *x, const float *from, int64_t count)
{
	Lane lane = {NULL, NULL, NULL, NULL};
	float *y = allocate((size_t)count * sizeof *y);
	left_clear();
	drive_go(d);
	int status = exchange(&lane, drive_int(d, "fails") == NO_COPY ? NULL : to, x, y, from,
			      drive_int(d, "count"));
	const bool kept = lane.going && lane.coming && !lane_lost(&lane);
	const int64_t again = status == 0 && kept ? drive_int(d, "again") : ONCE;
	int second = 0;
	if (again == IN_ONE_WINDOW)
		second = exchange(&lane, to, x, y, from, count);
	drive_end(d);
	drive_put_int(d, "first", status);
	if (again == IN_TWO_WINDOWS) {
		drive_go(d);
		second = exchange(&lane, to, x, y, from, count);
		drive_end(d);
	}
	left_put(d);
	drive_put_int(d, "second", second);
	drive_put_int(d, "lost", lane_lost(&lane));
	finish_all();
	lane_release(&lane);
	free(y);
}

static void drive_3_7(Drive *d)
{
	int64_t count;
	const float *x = drive_floats(d, "x", &count);
	choose_current(d);
	int gpu = left_device();
	if (!drive_int(d, "fails")) {
		twice(d, gpu, count);
		return;
	}
	float *to = place_zeros(gpu, count), *from = place_given(d, gpu, "from");
	once(d, to, x, from, count);
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

/* Four times a case. */
static void drive_3_9(Drive *d)
{
	int64_t count;
	const float *times = drive_floats(d, "times", &count);
	float *answers = allocate((size_t)count * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < count / 4; i++, times += 4)
		answers[i] = (float)overlap_share(times[0], times[1], times[2], times[3]);
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
