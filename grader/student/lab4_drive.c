/* lab4_drive.c - calls the exercises of lab 4 in the student's process. */
#include "grader/drive/caller.h"
#include "grader/drive/file_calls.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "grader/drive/stack.h"
#include "grader/student/lab4_drive_file.h"
#include "grader/student/lab4_drive_model.h"

__attribute__((weak)) int init_parameters(const int *sizes, int layers, float range, uint64_t seed,
					  Device device, Tensor **parameters);
__attribute__((weak)) int find_misplaced(const Parameter *parameters, int count, int device,
					 const char **names);
__attribute__((weak)) int move_model(Parameter *parameters, int count, int to);
__attribute__((weak)) Tensor *predict(Tensor *const *parameters, int layers, Tensor *x);
__attribute__((weak)) int save_parameters(const char *path, const Parameter *parameters, int count,
					  float *buffer, int64_t room);
__attribute__((weak)) int load_parameters(const char *path, const Parameter *parameters, int count,
					  float *buffer, int64_t room);
__attribute__((weak)) int save_safely(const char *path, const Parameter *parameters, int count,
				      float *buffer, int64_t room);
__attribute__((weak)) double travel_microseconds(const int *sizes, int layers, double alpha_us,
						 double gb_per_s, int64_t *bytes);
__attribute__((weak)) int operations_done(int x, const int *devices, int count);

enum { LAYERS_MOST = MODEL_MOST / 2 };

/* An input of whole numbers, as ints. */
typedef struct Ints {
	int value[512], count;
} Ints;

static Ints ints_of(Drive *d, const char *name)
{
	Ints ints = {.count = 0};
	int64_t count;
	const int64_t *values = drive_ints(d, name, &count);
	if (count > (int64_t)(sizeof ints.value / sizeof *ints.value))
		abort();
	for (; ints.count < count; ints.count++)
		ints.value[ints.count] = (int)values[ints.count];
	return ints;
}

static Device device_of(int64_t number)
{
	return number < 0 ? device_cpu() : device_gpu((int)number);
}

/* --- tensors ---------------------------------------------------------------------------------- */

/* The first parameter whose numbers lie where those of an earlier one do; -1: there is none. */
static int64_t shared_number(Tensor *const *parameters, int count)
{
	for (int k = 0; k < count; k++)
		for (int i = 0; i < k && parameters[k]; i++) {
			if (!parameters[i])
				continue;
			const char *one = tensor_data(parameters[i]),
				   *other = tensor_data(parameters[k]);
			if (one < other + tensor_bytes(parameters[k]) &&
			    other < one + tensor_bytes(parameters[i]))
				return k;
		}
	return -1;
}

static void drive_4_1(Drive *d)
{
	static char mark[256]; /* what is in *parameters before means nothing */
	Ints sizes = ints_of(d, "sizes");
	int layers = sizes.count - 1, device = (int)drive_int(d, "device"), nulls = 0, beyond = 0;
	Tensor *parameters[MODEL_MOST];
	Full full;
	if (layers >= LAYERS_MOST)
		abort();
	for (int k = 0; k < MODEL_MOST; k++)
		parameters[k] = (Tensor *)(void *)mark;
	int64_t host_before = host_begin(d);
	full_but(&full, device, drive_int(d, "room"));
	error_clear();
	drive_go(d);
	int status = init_parameters(sizes.value, layers, (float)drive_real(d, "range"),
				     (uint64_t)drive_int(d, "seed"), device_of(device), parameters);
	drive_end(d);
	reason_put(d);
	full_give_back(&full);
	drive_put_int(d, "status", status);
	for (int k = 0; k < 2 * layers; k++) {
		char name[24];
		nulls += !parameters[k];
		if (parameters[k] == (Tensor *)(void *)mark)
			parameters[k] = NULL;
		snprintf(name, sizeof name, "p%d", k);
		drive_put_tensor(d, name, status == 0 ? parameters[k] : NULL);
	}
	for (int k = 2 * layers; k < MODEL_MOST; k++)
		beyond += parameters[k] != (Tensor *)(void *)mark;
	drive_put_int(d, "nulls", nulls);
	drive_put_int(d, "beyond", beyond);
	const Ints sent = ints_of(d, "sizes");
	drive_put_int(d, "changed", memcmp(&sent, &sizes, sizeof sent) != 0);
	drive_put_int(d, "shared", status == 0 ? shared_number(parameters, 2 * layers) : -1);
	drive_thaw(d);
	for (int k = 0; k < 2 * layers && status == 0; k++) {
		tensor_use(parameters[k]);
		tensor_free(parameters[k]);
	}
	host_put(d, host_before);
}

/* The first product on the CPU takes memory that OpenBLAS keeps. */
static void warm_up(void)
{
	Tensor *a = tensor_ones(SHAPE(512, 64), device_cpu());
	Tensor *b = tensor_ones(SHAPE(64, 64), device_cpu());
	tensor_free(tensor_matmul(a, b));
	tensor_free(a);
	tensor_free(b);
}

/* A second reference of the drive's own lets it find out whether one was taken away from x: then
 * x is gone when the drive has still one to give back. */
static void drive_4_4(Drive *d)
{
	int layers = (int)drive_int(d, "layers"), full_gpu = (int)drive_int(d, "full");
	warm_up();
	int64_t host_before = host_begin(d);
	Tensor *parameters[MODEL_MOST], *x = drive_tensor(d, "x"), *second = tensor_retain(x);
	Full full = {.count = 0};
	for (int k = 0; k < 2 * layers; k++) {
		char name[24];
		snprintf(name, sizeof name, "p%d", k);
		parameters[k] = drive_tensor(d, name);
	}
	if (full_gpu >= 0)
		full_take(&full, full_gpu);
	for (int k = 0; k < 2 * layers; k++)
		tensor_still_made_there(parameters[k]);
	error_clear();
	drive_go(d);
	Tensor *y = predict(parameters, layers, x);
	drive_end(d);
	reason_put(d);
	full_give_back(&full);
	drive_put_int(d, "same", y == x);
	drive_put_tensor(d, "y", y);
	drive_put_tensor(d, "x", x);
	for (int k = 0; k < 2 * layers; k++) {
		char name[24];
		snprintf(name, sizeof name, "p%d", k);
		drive_put_tensor(d, name, parameters[k]);
	}
	Device home = tensor_device(x);
	void *data = tensor_data(x);
	drive_thaw(d);
	tensor_use(y);
	for (int k = 0; k < 2 * layers; k++)
		tensor_free(parameters[k]);
	if (y != x)
		tensor_free(y);
	tensor_free(x);
	bool alive = home.kind == DEVICE_CPU || place_of(data) == home.index;
	drive_put_int(d, "alive", alive);
	if (alive)
		tensor_free(second);
	host_put(d, host_before);
}

/* --- raw memory ------------------------------------------------------------------------------- */

static bool fields_changed(const Model *before, const Model *after)
{
	bool changed = false;
	for (int i = 0; i < before->count; i++) {
		const Parameter *was = &before->parameter[i], *is = &after->parameter[i];
		changed = changed || was->name != is->name || was->data != is->data ||
			  was->count != is->count || was->device != is->device;
	}
	return changed;
}

/* As the judge has drawn it. */
static const char *name_of(Drive *d, int number)
{
	char name[24];
	snprintf(name, sizeof name, "name%d", number);
	return drive_text(d, name);
}

static void drive_4_2(Drive *d)
{
	static const char unwritten[] = "never written";
	const char *names[MODEL_MOST];
	int64_t answers[MODEL_MOST], said_count, beyond = 0;
	Model model = model_make(d);
	const int64_t *said = drive_ints(d, "said", &said_count);
	for (int i = 0; i < model.count; i++) {
		model.parameter[i].name = name_of(d, i);
		model.parameter[i].device = (int)said[i];
	}
	for (int i = 0; i < MODEL_MOST; i++)
		names[i] = unwritten;
	choose_current(d);
	const Model before = model;
	drive_go(d);
	stack_fill(cudaMemoryTypeDevice);
	int found =
		find_misplaced(model.parameter, model.count, (int)drive_int(d, "device"), names);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "found", found);
	drive_put_int(d, "changed", fields_changed(&before, &model));
	for (int i = 0; i < MODEL_MOST; i++) {
		answers[i] = -1;
		for (int k = 0; k < model.count && names[i]; k++)
			if (strcmp(names[i], name_of(d, k)) == 0)
				answers[i] = k;
		beyond += i >= model.count && names[i] != unwritten;
	}
	drive_put_int(d, "beyond", beyond);
	drive_put_ints(d, "answers", answers, MODEL_MOST);
	model_free(&model);
}

/* Calls the function often: `to` and back, or what fails each time. Returns how many bytes of the
 * host it keeps from all but the first calls, in which a program may make what it uses again. */
static int64_t kept_by_calls(Model *model, int to, int times)
{
	enum { FIRST_CALLS = 4 };
	int64_t before = 0;
	for (int i = 0; i < FIRST_CALLS + times; i++) {
		if (i == FIRST_CALLS)
			before = host_bytes();
		move_model(model->parameter, model->count, to);
		move_model(model->parameter, model->count, -1);
	}
	return host_bytes() - before;
}

/* A model on the CPU goes to a GPU and back "often" times; then as often to one that does not
 * exist, and then as often the copy of its last parameter fails. */
static void drive_4_3_often(Drive *d)
{
	int times = (int)drive_int(d, "often");
	Model model = model_make(d);
	Parameter *last = &model.parameter[model.count - 1];
	choose_current(d);
	drive_go(d);
	int64_t moved = kept_by_calls(&model, (int)drive_int(d, "to"), times);
	int64_t nowhere = kept_by_calls(&model, 64, times);
	float *hidden = last->data;
	last->data = NULL;
	int64_t failed = kept_by_calls(&model, (int)drive_int(d, "to"), times);
	drive_end(d);
	if (!last->data)
		last->data = hidden;
	else
		release(hidden);
	drive_put_int(d, "kept.moved", moved);
	drive_put_int(d, "kept.nowhere", nowhere);
	drive_put_int(d, "kept.failed", failed);
	finish_all();
	model_free(&model);
}

static void drive_4_3(Drive *d)
{
	const int64_t MANY = INT64_C(1) << 30;
	if (drive_int(d, "often") > 0) {
		drive_4_3_often(d);
		return;
	}
	int64_t host_before = host_begin(d);
	Model model = model_make(d);
	int to = (int)drive_int(d, "to"), missing = (int)drive_int(d, "missing");
	float *hidden = missing >= 0 ? model.parameter[missing].data : NULL;
	const int64_t count = missing >= 0 ? model.parameter[missing].count : 0;
	Full full;
	if (missing >= 0) { /* an int takes the bytes of so many for none */
		model.parameter[missing].data = NULL;
		model.parameter[missing].count = MANY;
	}
	const int64_t room = drive_int(d, "room");
	full_but(&full, to, to < 0 ? -1 : room);
	choose_current(d);
	const bool host_full = room == -2; /* as the judge writes it */
	const bool is_short = to < 0 && room >= 0;
	const bool limited = (host_full || is_short) && drive_heap_room(host_full ? 0 : room);
	drive_go(d);
	int status = move_model(model.parameter, model.count, to);
	drive_end(d);
	drive_heap_room(-1);
	left_put(d);
	if (missing >= 0 && model.parameter[missing].count == MANY)
		model.parameter[missing].count = count;
	drive_put_int(d, "limited", limited || !(host_full || is_short));
	const Parameter *behind = &model.parameter[model.count];
	drive_put_int(d, "beyond", behind->data || behind->device != 0);
	finish_all();
	if (missing >= 0 && !model.parameter[missing].data) {
		model.parameter[missing].data = hidden;
	} else if (missing >= 0) { /* nothing has written what is there */
		release(hidden);
		release(model.parameter[missing].data);
		model.parameter[missing].data = NULL;
	}
	full_give_back(&full);
	drive_put_int(d, "status", status);
	model_put(d, &model);
	drive_thaw(d);
	for (int i = 0; i < model.count && status == 0; i++)
		result_use(model.parameter[i].data,
			   model.parameter[i].count * (int64_t)sizeof(float));
	model_free(&model);
	host_put(d, host_before);
}

/* --- files ------------------------------------------------------------------------------------ */

static bool file_calls_fail; /* as they are to */

enum { DISK_BYTES = 8 << 20 }; /* more than any other file has here */

/* Before anything of the lab's runs. */
static void files_prepare(Drive *d)
{
	(void)d;
	file_calls_fail = file_calls_begin();
}

/* Of files in the folder of the run. */
static void file_plan_begin(const FilePlan *plan)
{
	struct stat here;
	if (stat(".", &here) != 0)
		abort();
	file_plan = *plan;
	file_plan.disk = here.st_dev;
}

/* How many have failed; -1: none can be made to. */
static void file_plan_put(Drive *d)
{
	drive_put_int(d, "met", file_calls_fail ? file_plan.met : -1);
	file_plan = (FilePlan){.readable = -1, .room = -1};
}

/* What 4.5, 4.6 and 4.9 leave behind. */
static void files_end(Drive *d, int status, Model *model, float *buffer)
{
	left_put(d);
	finish_all();
	drive_put_int(d, "status", status);
	drive_held(d, "held.after");
	buffer_put(d, buffer, drive_int(d, "room"));
	model_put(d, model);
	model_free(model);
	cudaFreeHost(buffer);
}

typedef struct Hidden {
	float *data;
	int64_t count;
} Hidden;

/* Until the call is over: of NULL nothing can be copied, and an int takes so many numbers for none. */
static Hidden parameter_hide(Parameter *parameter)
{
	const Hidden hidden = {parameter->data, parameter->count};
	parameter->data = NULL;
	parameter->count = INT64_C(1) << 32;
	return hidden;
}

static void parameter_show(Parameter *parameter, Hidden hidden)
{
	parameter->data = hidden.data;
	parameter->count = hidden.count;
}

typedef int Save(const char *path, const Parameter *parameters, int count, float *buffer,
		 int64_t room);

static void drive_save(Drive *d, Save *save)
{
	const char *path = drive_text(d, "path");
	int64_t room = drive_int(d, "room");
	int missing = (int)drive_int(d, "missing");
	Model model = model_make(d);
	float *buffer = buffer_make(d, room);
	Hidden hidden = {NULL, 0};
	if (drive_int(d, "inside"))
		way_make(path);
	file_make(d, path, "old", drive_int(d, "old.bytes"));
	if (drive_int(d, "stale"))
		part_make(d, path, "old", drive_int(d, "old.bytes"));
	drive_forget(d, "old");
	Parameter *lost = missing >= 0 ? &model.parameter[missing] : NULL;
	if (lost)
		hidden = parameter_hide(lost);
	if (drive_int(d, "folder"))
		folder_make(path);
	if (drive_int(d, "watched"))
		drive_watch(d, "path");
	choose_current(d);
	drive_held(d, "held.before");
	/* no disk has room for as many numbers as a lost parameter has: who asks for it first is refused there */
	const int64_t limit = drive_int(d, "limit");
	file_plan_begin(&(FilePlan){.readable = -1,
				    .room = limit < 0 && lost ? DISK_BYTES : limit,
				    .is_lifted = drive_int(d, "lifted"),
				    .no_renames = drive_int(d, "unnamed")});
	drive_go(d);
	int status = save(path, model.parameter, model.count, buffer, room);
	drive_end(d);
	file_plan_put(d);
	if (lost)
		parameter_show(lost, hidden);
	drive_file(d, "path");
	files_end(d, status, &model, buffer);
	files_remove(path);
	if (drive_int(d, "inside"))
		way_remove(path);
}

static void drive_4_5(Drive *d)
{
	drive_save(d, save_parameters);
}

static void drive_4_9(Drive *d)
{
	drive_save(d, save_safely);
}

static void drive_4_6(Drive *d)
{
	const char *path = drive_text(d, "path");
	int64_t room = drive_int(d, "room");
	int missing = (int)drive_int(d, "missing");
	Model model = model_make(d);
	float *buffer = buffer_make(d, room);
	Hidden hidden = {NULL, 0};
	/* one that is there to be read alone; in another run its mode would tell that it cannot be read */
	file_make_of(d, path, "content", drive_int(d, "content.bytes"),
		     room == 1 ? READ_ONLY : READ_WRITE);
	drive_forget(d, "content");
	Parameter *lost = missing >= 0 ? &model.parameter[missing] : NULL;
	if (lost)
		hidden = parameter_hide(lost);
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): all of it is in model.made, too */
	choose_current(d);
	drive_held(d, "held.before");
	file_plan_begin(&(FilePlan){.readable = drive_int(d, "readable"), .room = -1});
	drive_go(d);
	int status = load_parameters(path, model.parameter, model.count, buffer, room);
	drive_end(d);
	file_plan_put(d);
	if (lost)
		parameter_show(lost, hidden);
	drive_file(d, "path");
	files_end(d, status, &model, buffer);
	files_remove(path);
}

/* --- questions -------------------------------------------------------------------------------- */

enum { CASES_MOST = 16 };

/* "layers" has the number of each case; their sizes come one case behind the other. */
static void drive_4_7(Drive *d)
{
	Ints layers = ints_of(d, "layers"), sizes = ints_of(d, "sizes");
	const float *alpha = drive_floats(d, "alpha", NULL), *beta = drive_floats(d, "beta", NULL);
	const int *first = sizes.value;
	float times[CASES_MOST] = {0};
	int64_t bytes[CASES_MOST] = {0};
	if (layers.count > CASES_MOST)
		abort();
	drive_go(d);
	for (int i = 0; i < layers.count; first += layers.value[i++] + 1) {
		bytes[i] = -1;
		times[i] = (float)travel_microseconds(first, layers.value[i], alpha[i], beta[i],
						      &bytes[i]);
	}
	drive_end(d);
	drive_put_floats(d, "times", times, layers.count);
	drive_put_ints(d, "bytes", bytes, layers.count);
}

/* "counts" has the number of devices of each case; they come one case behind the other. */
static void drive_4_8(Drive *d)
{
	Ints counts = ints_of(d, "counts"), x = ints_of(d, "x"), devices = ints_of(d, "devices");
	const int *first = devices.value;
	int64_t answers[CASES_MOST] = {0};
	if (counts.count > CASES_MOST)
		abort();
	drive_go(d);
	for (int i = 0; i < counts.count; first += counts.value[i++]) {
		/* What lies behind the last one looks as if it went on there. */
		int count = counts.value[i];
		int own[MODEL_MOST + 2];
		if (count > MODEL_MOST)
			abort();
		memcpy(own, first, (size_t)count * sizeof *own);
		own[count] = x.value[i];
		own[count + 1] = x.value[i] + 1;
		answers[i] = operations_done(x.value[i], own, count);
	}
	drive_end(d);
	drive_put_ints(d, "answers", answers, counts.count);
}

const DriveCheck lab_drives[] = {{"4.1", drive_4_1},   {"4.2", drive_4_2}, {"4.3", drive_4_3},
				 {"4.4", drive_4_4},   {"4.5", drive_4_5}, {"4.6", drive_4_6},
				 {"4.7", drive_4_7},   {"4.8", drive_4_8}, {"4.9", drive_4_9},
				 {NULL, files_prepare}};
