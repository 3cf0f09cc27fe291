/* lab12_drive.c - calls the exercises of lab 12 in the student's process. */
#include "grader/drive/left.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "grader/student/lab9_drive_step.h"

#include <stdbool.h>

/* The types are those of the lab. */
enum { MOST_PARAMETERS = 8 };

typedef struct Lane {
	Stream *stream;
	Tensor *room[MOST_PARAMETERS];
} Lane;

typedef enum BarKind { BAR_KERNEL, BAR_COPY_IN, BAR_COPY_OUT, BAR_COPY_PEER } BarKind;

typedef struct Bar {
	int gpu;
	BarKind kind;
	double start_us, end_us;
} Bar;

typedef enum StallCause {
	STALL_NONE,
	STALL_COPY_IN,
	STALL_COPY_OUT,
	STALL_COPY_PEER,
	STALL_HOST
} StallCause;

typedef struct Stall {
	StallCause cause;
	double start_us, end_us;
} Stall;

__attribute__((weak)) int step_in_pieces(Module *model, Sgd *optimizer, const Tensor *x,
					 const Tensor *classes, int64_t rows);
__attribute__((weak)) int step_overlapped(Module *const *replicas, Sgd *const *optimizers,
					  Tensor *const *x, Tensor *const *classes,
					  const Lane *lanes);
__attribute__((weak)) double efficiency(double one_us, double many_us, int gpus, bool is_weak);
__attribute__((weak)) double rate_for(double rate, int64_t batch, int64_t larger, int64_t step,
				      int64_t warm_up);
__attribute__((weak)) Stall find_stall(const Bar *bars, int count, int gpu);

/* --- steps of training ------------------------------------------------------------------------- */

/* One step of a team whose parts are there. */
typedef int TeamStep(const Team *team, const void *data);

static int pieces_step(const Team *team, const void *data)
{
	const int64_t *rows = data;
	return step_in_pieces(team->replica[0], team->optimizer[0], team->x[0], team->classes[0],
			      *rows);
}

static int lanes_step(const Team *team, const void *data)
{
	return step_overlapped(team->replica, team->optimizer, team->x, team->classes, data);
}

/* What of a step's own memory the caller's work may still be using when the first step begins. */
typedef void TeamTouch(const Team *team, const void *data);

static void pieces_touch(const Team *team, const void *data)
{
	(void)team;
	(void)data;
}

/* An earlier step may still read the rooms. */
static void rooms_touch(const Team *team, const void *data)
{
	const Lane *lanes = data;
	for (int i = 0; i < team->count; i++)
		for (int p = 0; p < module_parameter_count(team->replica[i]); p++)
			tensor_touch(lanes[i].room[p]);
}

static bool hooks_left(const Team *team)
{
	for (int i = 0; i < team->count; i++)
		if (module_has_hook(team->replica[i]))
			return true;
	return false;
}

static void parameters_put_all(Drive *d, const char *when, const Team *team)
{
	for (int i = 0; i < team->count; i++) {
		char name[24];
		snprintf(name, sizeof name, "%s%d", when, i);
		parameters_put(d, name, team->replica[i]);
	}
}

enum { STEPS = 2 };

/* Two steps, each in a window and with parts of its own, which are all there before the first; the second one if the first
 * has returned 0. */
static void steps_make(Drive *d, Team *team, TeamStep *step, const void *data, TeamTouch *touch)
{
	int64_t in = drive_ints(d, "sizes", NULL)[0], first = 0;
	const int64_t *rows = drive_ints(d, "rows", NULL);
	Team part[STEPS] = {*team, *team};
	for (int i = 0; i < team->count; i++)
		parameters_set(d, team->replica[i]);
	for (int s = 0; s < STEPS; s++)
		parts_send(d, &part[s], rows + s * team->count, in, &first, -1);
	if (device_gpu_count() > 0)
		cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	const bool touches = drive_int(d, "begun");
	bool good = true;
	if (touches) {
		team_touch(team, part, STEPS);
		touch(team, data);
	}
	for (int s = 0; s < STEPS && good; s++) {
		drive_go(d);
		int status = step(&part[s], data);
		drive_end(d);
		if (s == 0) {
			left_put(d);
			reason_put(d);
		} else {
			Left left;
			left_take_error(&left);
			drive_put_text(d, "second.error", cudaGetErrorName(left.error));
		}
		drive_put_int(d, s ? "second.hooks" : "hooks", hooks_left(team));
		good = good && status == 0;
		parts_put(d, &part[s], s);
		drive_put_int(d, s ? "status1" : "status0", status);
		parameters_put_all(d, s ? "second" : "first", team);
	}
	drive_thaw(d);
	if (touches && good) /* nothing is promised else of what is still on its way */
		team_touch(team, part, STEPS);
	for (int s = 0; s < STEPS; s++)
		parts_free(&part[s]);
}

static void drive_12_1(Drive *d)
{
	Team team;
	int64_t rows = drive_int(d, "piece");
	team_make(d, &team);
	steps_make(d, &team, pieces_step, &rows, pieces_touch);
	team_free(&team);
}

static void lane_make(Lane *lane, const Module *replica, Device device)
{
	*lane = (Lane){.stream = stream_create(device)};
	if (!lane->stream)
		abort();
	for (int p = 0; p < module_parameter_count(replica); p++) {
		lane->room[p] = tensor_zeros(tensor_shape(module_parameter(replica, p)), device);
		if (!lane->room[p])
			abort();
	}
}

static void lane_free(Lane *lane)
{
	for (int p = 0; p < MOST_PARAMETERS; p++)
		tensor_free(lane->room[p]);
	stream_free(lane->stream);
}

static void drive_12_2(Drive *d)
{
	Team team;
	Lane lanes[2];
	team_make(d, &team);
	for (int i = 0; i < 2; i++)
		lane_make(&lanes[i], team.replica[i], team.device[i]);
	team_wait(&team);
	steps_make(d, &team, lanes_step, lanes, rooms_touch);
	for (int i = 0; i < 2; i++)
		lane_free(&lanes[i]);
	team_free(&team);
}

/* --- questions -------------------------------------------------------------------------------- */

typedef float Answer(const float *numbers);

/* `each` numbers a case. */
static void answers_make(Drive *d, int each, Answer *answer)
{
	int64_t count;
	const float *n = drive_floats(d, "numbers", &count);
	float *answers = allocate((size_t)count * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < count / each; i++)
		answers[i] = answer(n + i * each);
	drive_end(d);
	drive_put_floats(d, "answers", answers, count / each);
	free(answers);
}

static float answer_12_3(const float *n)
{
	return (float)efficiency(n[0], n[1], (int)n[2], n[3] != 0);
}

static void drive_12_3(Drive *d)
{
	answers_make(d, 4, answer_12_3);
}

static float answer_12_4(const float *n)
{
	return (float)rate_for(n[0], (int64_t)n[1], (int64_t)n[2], (int64_t)n[3], (int64_t)n[4]);
}

static void drive_12_4(Drive *d)
{
	answers_make(d, 5, answer_12_4);
}

typedef struct Bars {
	Bar *of_case;
} Bars;

/* Times are eighths of a microsecond for the judge; one that is none of them is -1. */
static int64_t eighths(double time_us)
{
	double time = 8 * time_us;
	if (!(time >= 0 && time < 1e15) || (double)(int64_t)time < time)
		return -1;
	return (int64_t)time;
}

static Bar bar_of(const int64_t *n)
{
	return (Bar){(int)n[0], (BarKind)n[1], (double)n[2] / 8, (double)n[3] / 8};
}

/* Whether all bars are what the judge has sent. */
static bool bars_are_kept(const Bars *bars, const int64_t *count, int64_t cases, const int64_t *n)
{
	bool kept = true;
	for (int64_t c = 0; c < cases; c++)
		for (int64_t i = 0; i < count[c]; i++, n += 4) {
			const Bar sent = bar_of(n), *now = &bars[c].of_case[i];
			kept = kept && now->gpu == sent.gpu && now->kind == sent.kind &&
			       now->start_us == sent.start_us && now->end_us == sent.end_us;
		}
	return kept;
}

/* Each case's bars are in memory of their own size: who looks behind the end is found. */
static void drive_12_5(Drive *d)
{
	int64_t cases;
	const int64_t *count = drive_ints(d, "counts", &cases), *n = drive_ints(d, "bars", NULL);
	const int64_t *gpu = drive_ints(d, "gpus", NULL);
	int64_t *answers = allocate(3 * (size_t)cases * sizeof *answers);
	Bars *bars = allocate((size_t)cases * sizeof *bars);
	for (int64_t c = 0; c < cases; c++) {
		bars[c].of_case = allocate((size_t)count[c] * sizeof *bars[c].of_case);
		for (int64_t i = 0; i < count[c]; i++, n += 4)
			bars[c].of_case[i] = bar_of(n);
	}
	drive_go(d);
	for (int64_t c = 0; c < cases; c++) {
		Stall stall = find_stall(bars[c].of_case, (int)count[c], (int)gpu[c]);
		answers[3 * c] = stall.cause;
		answers[3 * c + 1] = eighths(stall.start_us);
		answers[3 * c + 2] = eighths(stall.end_us);
	}
	drive_end(d);
	drive_put_ints(d, "answers", answers, 3 * cases);
	drive_put_int(d, "kept", bars_are_kept(bars, count, cases, drive_ints(d, "bars", NULL)));
	for (int64_t c = 0; c < cases; c++)
		free(bars[c].of_case);
	free(bars);
	free(answers);
}

const DriveCheck lab_drives[] = {{"12.1", drive_12_1}, {"12.2", drive_12_2}, {"12.3", drive_12_3},
				 {"12.4", drive_12_4}, {"12.5", drive_12_5}, {NULL, NULL}};
