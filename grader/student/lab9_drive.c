/* lab9_drive.c - calls the exercises of lab 9 in the student's process. */
#include "grader/drive/predict.h"
#include "grader/drive/caller.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "grader/student/lab9_drive_step.h"

#include <stdbool.h>

__attribute__((weak)) int replicate(float **replicas, const int *gpus, int count, int64_t elements);
__attribute__((weak)) int scatter(float **parts, int64_t *rows, const int *gpus, int count,
				  const float *x, int64_t n, int64_t width);
__attribute__((weak)) int all_reduce(Tensor *const *gradients, int count);
__attribute__((weak)) int ring_all_reduce(Tensor *const *gradients, Tensor *const *room, int count);
__attribute__((weak)) int train_step(Module *const *replicas, Sgd *const *optimizers,
				     Tensor *const *x, Tensor *const *classes, int count);
__attribute__((weak)) int64_t ring_bytes(int64_t bytes, int gpus);
__attribute__((weak)) double scaling_efficiency(double compute_us, double bytes, double alpha_us,
						double gb_per_s, int gpus);
__attribute__((weak)) double predict_training(void);

/* "name3" */
typedef struct Numbered {
	char text[24];
} Numbered;

static Numbered numbered(const char *name, int number)
{
	Numbered out;
	snprintf(out.text, sizeof out.text, "%s%d", name, number);
	return out;
}

/* --- raw memory on several GPUs --------------------------------------------------------------- */

/* The GPU on which some memory is; -1: none, -2: of the host. */
static int place_of(const void *pointer)
{
	struct cudaPointerAttributes where;
	int place = -2;
	if (!pointer)
		return -1;
	if (cudaPointerGetAttributes(&where, pointer) == cudaSuccess &&
	    where.type == cudaMemoryTypeDevice)
		place = where.device;
	left_clear();
	return place;
}

static void release(float *memory)
{
	if (place_of(memory) >= 0)
		cudaFree(memory);
	left_clear();
}

static void choose_current(Drive *d)
{
	if (device_gpu_count() > 0)
		cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
}

static int numbers_listed(Drive *d, int *gpus)
{
	int64_t count;
	const int64_t *listed = drive_ints(d, "gpus", &count);
	for (int i = 0; i < (int)count && i < TEAM_MOST; i++)
		gpus[i] = (int)listed[i];
	return (int)count;
}

/* Where `count` results are, and on success what is in them. */
static void put_places(Drive *d, float *const *results, int count)
{
	int64_t places[TEAM_MOST];
	for (int i = 0; i < count; i++)
		places[i] = place_of(results[i]);
	drive_put_ints(d, "places", places, count);
}

static void drive_9_1(Drive *d)
{
	int gpus[TEAM_MOST], count = numbers_listed(d, gpus), before = left_device();
	int64_t elements = drive_count(d, "values");
	float *replicas[TEAM_MOST] = {NULL}, *first = NULL, fence = 0;
	cudaSetDevice(gpus[0]);
	if (cudaMalloc((void **)&first, (size_t)elements * sizeof *first) != cudaSuccess)
		abort();
	drive_give(d, "values", 0, first, elements);
	cudaSetDevice(before);
	finish_all();
	replicas[0] = first;
	replicas[count] = &fence;
	touch(first, (size_t)elements * sizeof *first);
	choose_current(d);
	error_clear();
	drive_go(d);
	int status = replicate(replicas, gpus, count, elements);
	drive_end(d);
	left_put(d);
	finish_all();
	drive_put_int(d, "status", status);
	drive_put_int(d, "kept", replicas[0] == first);
	drive_put_int(d, "beyond", replicas[count] != &fence);
	put_places(d, replicas, count);
	for (int i = 0; i < count && (i == 0 || status == 0) && !drive_int(d, "long"); i++)
		drive_put_device_floats(d, numbered("replica", i).text, replicas[i], elements);
	drive_thaw(d);
	for (int i = 0; i < count && status == 0; i++)
		touch(replicas[i], (size_t)elements * sizeof *first);
	for (int i = 1; i < count; i++)
		if (replicas[i] != first)
			release(replicas[i]);
	release(first);
}

/* What came to each GPU; `rows` as the exercise told them. */
static void put_parts(Drive *d, float *const *parts, const int64_t *rows, int count, int64_t n,
		      int64_t width)
{
	drive_put_ints(d, "rows", rows, count);
	for (int i = 0; i < count; i++)
		if (parts[i] && rows[i] > 0 && rows[i] <= n)
			drive_put_device_floats(d, numbered("part", i).text, parts[i],
						rows[i] * width);
}

/* So many rows that they are never made: all are one page of zeros, as long as nobody writes. */
static float *long_rows(int64_t numbers)
{
	float *x = mmap(NULL, (size_t)numbers * sizeof *x, PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (x == MAP_FAILED)
		abort();
	return x;
}

static void drive_9_2(Drive *d)
{
	int gpus[TEAM_MOST], count = numbers_listed(d, gpus), same = 1;
	int64_t all, width = drive_int(d, "width"), many = drive_int(d, "many"), rows[TEAM_MOST];
	const float *values = drive_floats(d, "x", &all);
	const int64_t n = many ? many : all / width;
	float *x = many ? long_rows(n * width) : allocate((size_t)all * sizeof *x);
	float *parts[TEAM_MOST];
	if (!many)
		memcpy(x, values, (size_t)all * sizeof *x);
	for (int i = 0; i < TEAM_MOST; i++) {
		parts[i] = x; /* to be set, whatever is there */
		rows[i] = -1;
	}
	choose_current(d);
	error_clear();
	drive_go(d);
	int status = scatter(parts, rows, gpus, count, x, n, width);
	drive_end(d);
	left_put(d);
	if (!many) {
		same = memcmp(x, values, (size_t)all * sizeof *x) == 0;
		memset(x, 0, (size_t)all * sizeof *x); /* the caller may change it now */
	}
	finish_all();
	drive_put_int(d, "status", status);
	drive_put_int(d, "same", same);
	drive_put_int(d, "beyond", parts[count] != x || rows[count] != -1);
	put_places(d, parts, count);
	if (status == 0 && many)
		drive_put_ints(d, "rows", rows, count);
	else if (status == 0)
		put_parts(d, parts, rows, count, n, width);
	drive_thaw(d);
	for (int i = 0; i < count && status == 0 && !many; i++)
		if (place_of(parts[i]) == gpus[i] && rows[i] <= n)
			read_next(gpus[i], parts[i], (size_t)(rows[i] * width) * sizeof *x);
	for (int i = 0; i < count; i++)
		release(parts[i]);
	if (many)
		munmap(x, (size_t)(n * width) * sizeof *x);
	else
		free(x);
}

/* --- sums ------------------------------------------------------------------------------------- */

typedef struct Sums {
	int count;
	int64_t elements, rows; /* rows: of a matrix; 0: they are vectors */
	Device device[TEAM_MOST];
	Tensor *gradient[TEAM_MOST], *room[TEAM_MOST], *rest[TEAM_MOST], *later[TEAM_MOST];
} Sums;

static Tensor *vector_of(Drive *d, const char *name, const Sums *s, int i)
{
	Tensor *vector = tensor_zeros(
		s->rows ? SHAPE(s->rows, s->elements / s->rows) : SHAPE(s->elements), s->device[i]);
	if (!vector)
		abort();
	drive_give(d, name, i * s->elements, tensor_data(vector), s->elements);
	return vector;
}

/* Gradients to which the GPUs are still adding the rest when this returns. */
static void sums_begin(Drive *d, Sums *s)
{
	s->count = devices_listed(d, s->device);
	s->elements = drive_count(d, "begin") / s->count;
	s->rows = drive_int(d, "rows");
	for (int i = 0; i < s->count; i++) {
		s->gradient[i] = vector_of(d, "begin", s, i);
		s->rest[i] = vector_of(d, "rest", s, i);
		s->room[i] = vector_of(d, "rest", s, i);
	}
	s->gradient[s->count] = list_end();
	s->room[s->count] = list_end();
	peers_enable(s->device, s->count);
	finish_all();
	for (int i = 0; i < s->count; i++)
		if (tensor_add_scaled(s->gradient[i], 1, s->rest[i]) != 0)
			abort();
}

/* What the GPUs are given next finds the sums, or what is there instead. */
static void sums_end(Drive *d, Sums *s, int status)
{
	drive_put_int(d, "status", status);
	for (int i = 0; i < s->count && drive_is_frozen(); i++)
		drive_put_tensor(d, numbered("sum", i).text, s->gradient[i]);
	bool named = drive_is_frozen();
	drive_thaw(d);
	if (status != 0) /* nothing is promised then of what is still on its way */
		finish_all();
	for (int i = 0; i < s->count; i++)
		s->later[i] = tensor_scale(s->gradient[i], 1);
	for (int i = 0; i < s->count; i++) {
		tensor_touch(s->gradient[i]);
		tensor_touch(s->room[i]);
	}
	finish_all();
	for (int i = 0; i < s->count; i++) {
		if (!named) /* reading it would have waited for it */
			drive_put_tensor(d, numbered("sum", i).text, s->gradient[i]);
		drive_put_tensor(d, numbered("later", i).text, s->later[i]);
		tensor_free(s->later[i]);
		tensor_free(s->gradient[i]);
		tensor_free(s->rest[i]);
		tensor_free(s->room[i]);
	}
}

static void drive_9_3(Drive *d)
{
	Sums s;
	sums_begin(d, &s);
	choose_current(d);
	error_clear();
	drive_go(d);
	int status = all_reduce(s.gradient, s.count);
	drive_end(d);
	left_put(d);
	reason_put(d);
	sums_end(d, &s, status);
}

static void drive_9_4(Drive *d)
{
	Sums s;
	bool timed = drive_int(d, "timed");
	sums_begin(d, &s);
	if (timed) /* nothing of what went before */
		finish_all();
	choose_current(d);
	error_clear();
	drive_go(d);
	int status = ring_all_reduce(s.gradient, s.room, s.count);
	if (timed)
		finish_all();
	drive_end(d);
	left_put(d);
	reason_put(d);
	sums_end(d, &s, status);
}

/* --- a step ----------------------------------------------------------------------------------- */

static int step(Team *team)
{
	return train_step(team->replica, team->optimizer, team->x, team->classes, team->count);
}

/* Lets each optimizer go on with gradients of 0: its replica moves by what its momentum remembers
 * of the steps. In a window of its own: what else somebody does there is counted. */
static void team_coast(Drive *d, const Team *team)
{
	drive_go(d);
	for (int i = 0; i < team->count; i++)
		if (module_zero_gradients(team->replica[i]) != 0 ||
		    sgd_step(team->optimizer[i]) != 0)
			abort();
	drive_end(d);
	for (int i = 0; i < team->count; i++)
		parameters_put(d, numbered("coasted", i).text, team->replica[i]);
}

enum { STEPS = 2 };

/* Two steps with parts of their own, which are all there before the first; a window each. The second one is made if the
 * first has returned 0. */
static void some_steps(Drive *d, Team *team)
{
	int64_t in = drive_ints(d, "sizes", NULL)[0];
	const int64_t *rows = drive_ints(d, "rows", NULL);
	int64_t first = 0;
	int astray = (int)drive_int(d, "astray"), status = 0;
	Team part[STEPS] = {*team, *team};
	for (int i = 0; i < team->count; i++)
		parameters_set(d, team->replica[i]);
	for (int s = 0; s < STEPS; s++)
		parts_send(d, &part[s], rows + s * team->count, in, &first, astray);
	if (drive_int(d, "begun"))
		team_touch(team, part, STEPS);
	choose_current(d);
	for (int s = 0; s < STEPS && status == 0; s++) {
		drive_go(d);
		status = step(&part[s]);
		drive_end(d);
		if (s == 0) {
			left_put(d);
			reason_put(d);
			parts_put(d, &part[s], 0);
		}
		drive_put_int(d, numbered("status", s).text, status);
		for (int i = 0; i < team->count; i++)
			parameters_put(d, numbered(s ? "second" : "first", i).text,
				       team->replica[i]);
	}
	if (status == 0)
		team_coast(d, team);
	drive_thaw(d);
	for (int s = 0; s < STEPS; s++)
		parts_free(&part[s]);
}

static void drive_9_5(Drive *d)
{
	Team team;
	team_make(d, &team);
	some_steps(d, &team);
	team_free(&team);
}

/* --- questions -------------------------------------------------------------------------------- */

static void drive_9_6(Drive *d)
{
	int64_t cases;
	const int64_t *bytes = drive_ints(d, "bytes", &cases), *gpus = drive_ints(d, "gpus", NULL);
	int64_t *answers = allocate((size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++)
		answers[i] = ring_bytes(bytes[i], (int)gpus[i]);
	drive_end(d);
	drive_put_ints(d, "answers", answers, cases);
	free(answers);
}

/* Five numbers a case. */
static void drive_9_7(Drive *d)
{
	int64_t count;
	const float *n = drive_floats(d, "numbers", &count);
	float *answers = allocate((size_t)count * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < count / 5; i++, n += 5)
		answers[i] = (float)scaling_efficiency(n[0], n[1], n[2], n[3], (int)n[4]);
	drive_end(d);
	drive_put_floats(d, "answers", answers, count / 5);
	free(answers);
}

/* --- 9.8: a prediction ------------------------------------------------------------------------- */

typedef struct Predicted {
	Tensor *x, *y;
	Module *net;
	Parallel *on[2]; /* one GPU, two */
} Predicted;

static void step_make(const Predicted *p, int which)
{
	Tensor *loss = parallel_step(p->on[which], p->x, p->y);
	if (!loss)
		abort();
	tensor_free(loss);
	finish_all();
}

static void steps_prepare(void *data)
{
	static const int sizes[] = {64, 128, 10};
	const Device devices[] = {device_gpu(0), device_gpu(1)};
	Predicted *p = data;
	p->x = tensor_uniform(SHAPE(128, 64), 1, device_cpu());
	p->y = tensor_full_int(SHAPE(128), 3, device_cpu());
	p->net = module_mlp(sizes, 3, 41, device_cpu());
	if (!p->x || !p->y || !p->net)
		abort();
	for (int i = 0; i < 2; i++) {
		p->on[i] = parallel_create(p->net, devices, i + 1, 0.1F, 0);
		if (!p->on[i])
			abort();
		step_make(p, i);
	}
}

static void step_on_one(void *data)
{
	step_make(data, 0);
}

static void step_on_two(void *data)
{
	step_make(data, 1);
}

static void steps_finish(void *data)
{
	const Predicted *p = data;
	parallel_free(p->on[1]);
	parallel_free(p->on[0]);
	module_free(p->net);
	tensor_free(p->y);
	tensor_free(p->x);
}

static void drive_9_8(Drive *d)
{
	Predicted p;
	drive_predict(d, predict_training, steps_prepare,
		      (PredictWork *const[]){step_on_one, step_on_two}, steps_finish, &p);
}

const DriveCheck lab_drives[] = {{"9.1", drive_9_1}, {"9.2", drive_9_2}, {"9.3", drive_9_3},
				 {"9.4", drive_9_4}, {"9.5", drive_9_5}, {"9.6", drive_9_6},
				 {"9.7", drive_9_7}, {"9.8", drive_9_8}, {NULL, NULL}};
