/* lab6_drive.c - calls the exercises of lab 6 in the student's process. */
#include "grader/drive/caller.h"
#include "grader/drive/predict.h"
#include "grader/student/lab6_drive_train.h"

#include <stdbool.h>

#include "grader/drive/mark.h"

typedef void Report(void *user, int step, float norm);
typedef int Way(void *data, int steps);
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef enum Part { PART_QUEUE, PART_GPU, PART_FETCH } Part;

__attribute__((weak)) int norm_to_host(cublasHandle_t cublas, const float *x, int count,
				       float *norm);
__attribute__((weak)) int log_one_at_a_time(Work *work, int steps, Report *report, void *user);
__attribute__((weak)) int log_on_gpu(Work *work, int steps, float *norms);
__attribute__((weak)) int measure_ways(Way *slow, Way *fast, void *data, int steps, double us[2]);
__attribute__((weak)) int train_and_show(TrainStep *step, Show *show, void *data, int steps,
					 int block);
__attribute__((weak)) double log_speedup(double queue_us, double gpu_us, double fetch_us,
					 int steps);
__attribute__((weak)) Part slowest_part(double queue_us, double gpu_us, double fetch_us, int every);
__attribute__((weak)) double predict_fetching(void);

/* --- one norm --------------------------------------------------------------------------------- */

static void drive_6_1(Drive *d)
{
	int64_t count = drive_count(d, "x");
	float norm = (float)drive_real(d, "before");
	choose_current(d);
	float *x = gpu_given(d, "x");
	cublasHandle_t cublas = handle_create();
	cudaStream_t stream = NULL;
	if (drive_int(d, "device_mode")) { /* nothing about it is as cublasCreate() has made it */
		cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
		stream = handle_into_stream(cublas, stream_beside());
	}
	float *other = gpu_room(count);
	copy_queue(other, x, count, stream); /* under way when the call comes */
	copy_queue(x, other, count, stream);
	if (drive_int(d, "broken"))
		gpu_break(cublas, x);
	left_clear();
	drive_go(d);
	int status = norm_to_host(drive_int(d, "null") ? NULL : cublas, x, (int)count, &norm);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "status", status);
	drive_put_real(d, "norm", norm);
	drive_put_int(d, "device_mode", in_device_mode(cublas));
	left_moved(d, handle_is_moved_from(cublas, stream));
	finish_all();
	drive_put_device_floats(d, "x", x, count);
	cublasDestroy(cublas);
	if (stream)
		cudaStreamDestroy(stream);
	cudaFree(other);
	cudaFree(x);
}

/* --- many norms ------------------------------------------------------------------------------- */

typedef struct Reports {
	const Work *work;
	int64_t room, count;
	int64_t *step, *queued; /* of each report: its step, and how many were queued by then */
	float *norm;
} Reports;

static Reports *reports;

static void report_note(void *user, int step, float norm)
{
	uint32_t bits;
	ticket_see(user, "report");
	memcpy(&bits, &norm, sizeof bits);
	drive_mark(MARK_REPORT, step, 0, bits);
	if (reports->count < reports->room) {
		reports->step[reports->count] = step;
		reports->queued[reports->count] = reports->work->queued;
		reports->norm[reports->count] = norm;
	}
	reports->count++;
}

static void drive_6_2(Drive *d)
{
	int steps = (int)drive_int(d, "steps");
	choose_current(d);
	Work work = work_make(d);
	cublasHandle_t cublas = work.cublas;
	size_t room = (size_t)steps + 1;
	Reports noted = {&work,
			 (int64_t)room,
			 0,
			 allocate(room * sizeof *noted.step),
			 allocate(room * sizeof *noted.queued),
			 allocate(room * sizeof *noted.norm)};
	if (drive_int(d, "null"))
		work.cublas = NULL;
	reports = &noted;
	ticket_give();
	left_clear();
	drive_go(d);
	int status = log_one_at_a_time(&work, steps, report_note, &ticket);
	drive_end(d);
	left_put(d);
	int64_t known = noted.count < noted.room ? noted.count : noted.room;
	drive_put_int(d, "status", status);
	drive_put_int(d, "queued", work.queued);
	drive_put_int(d, "device_mode", in_device_mode(cublas));
	left_moved(d, handle_is_moved(cublas));
	stranger_put(d);
	drive_put_int(d, "reports", noted.count);
	drive_put_ints(d, "step", noted.step, known);
	drive_put_ints(d, "queued.then", noted.queued, known);
	drive_put_floats(d, "norm", noted.norm, known);
	work_free(&work, cublas);
	free(noted.step);
	free(noted.queued);
	free(noted.norm);
}

static void drive_6_3(Drive *d)
{
	int steps = (int)drive_int(d, "steps");
	choose_current(d);
	Work work = work_make(d);
	size_t bytes = (size_t)steps * sizeof(float);
	float *norms = allocate(bytes), *kept = allocate(bytes);
	for (int i = 0; i < steps; i++)
		norms[i] = -1;
	cublasHandle_t cublas = work.cublas;
	if (drive_int(d, "null"))
		work.cublas = NULL;
	left_clear();
	drive_go(d);
	int status = log_on_gpu(&work, steps, norms);
	drive_end(d);
	left_put(d);
	memcpy(kept, norms, bytes); /* what comes later came too late */
	drive_put_int(d, "status", status);
	drive_put_int(d, "queued", work.queued);
	drive_put_int(d, "device_mode", in_device_mode(cublas));
	left_moved(d, handle_is_moved(cublas));
	drive_put_floats(d, "norms", kept, steps);
	work_free(&work, cublas);
	free(kept);
	free(norms);
}

/* --- two ways to be measured ------------------------------------------------------------------ */

/* A step is a product that nobody reads and the norm of a list that never changes: so the times are
 * those of the exercise, and next to nothing has to be computed. */
typedef struct Ways {
	Load load;
	float *list, *log, *sent; /* the last is pinned */
	int count;                /* of the list */
	int calls[2];             /* of the slow way, of the fast one */
	bool busy[2];             /* the GPU was still at work when the second call began */
	int way_fails, call_fails;
	int64_t first_us;    /* how much longer a first call takes */
	int64_t quick_us;    /* if not 0: a call takes that, and does no more */
	int steps;           /* that are asked for in each call, */
	int other;           /* and the first other number, or -1 */
	cudaStream_t stream; /* that all of it is in */
	float *late;         /* what the slow way still fetches when it returns, */
	float *late_here;    /* to pinned memory; */
	size_t late_bytes;   /* 0: nothing */
} Ways;

static Ways *measured;

/* Costs no time. */
static bool gpu_is_busy(void)
{
	SimcudaCounters counters = {.working = 0};
	if (simcuda_counters)
		simcuda_counters(&counters);
	return counters.working != 0;
}

/* 0, or -1 if this call has to fail. */
static int way_begins(Ways *ways, int way, const void *data, int steps)
{
	ticket_see(data, way ? "fast" : "slow");
	if (steps != ways->steps && ways->other < 0)
		ways->other = steps < 0 ? 0 : steps;
	if (++ways->calls[way] == 1)
		host_busy(ways->first_us);
	else if (ways->calls[way] == 2)
		ways->busy[way] = gpu_is_busy();
	return way == ways->way_fails && ways->calls[way] == ways->call_fails ? -1 : 0;
}

static int way_slow(void *data, int steps)
{
	Ways *ways = measured;
	float norm;
	if (way_begins(ways, 0, data, steps) != 0)
		return -1;
	if (ways->quick_us > 0)
		return host_busy(ways->quick_us), 0;
	for (int i = 0; i < steps; i++)
		if (load_queue(&ways->load) != 0 ||
		    cublasSnrm2(ways->load.cublas, ways->count, ways->list, 1, &norm) !=
			    CUBLAS_STATUS_SUCCESS)
			return -1;
	return ways->late_bytes == 0 ||
			       cudaMemcpyAsync(ways->late_here, ways->late, ways->late_bytes,
					       cudaMemcpyDeviceToHost, ways->stream) == cudaSuccess
		       ? 0
		       : -1;
}

/* Returns while its work is running. */
static int way_fast(void *data, int steps)
{
	Ways *ways = measured;
	cublasHandle_t cublas = ways->load.cublas;
	bool good = way_begins(ways, 1, data, steps) == 0;
	if (ways->quick_us > 0)
		return host_busy(ways->quick_us), good ? 0 : -1;
	for (int i = 0; good && i < steps; i++) {
		good = load_queue(&ways->load) == 0;
		cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(cublas, ways->count, ways->list, 1, ways->log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpyAsync(ways->sent, ways->log, (size_t)steps * sizeof(float),
				       cudaMemcpyDeviceToHost, ways->stream) == cudaSuccess;
	return good ? 0 : -1;
}

static void drive_6_4(Drive *d)
{
	enum { EARLIER = 50 }; /* products that run when the exercise begins */
	int steps = (int)drive_int(d, "steps"), count = (int)drive_int(d, "count");
	double us[2] = {drive_real(d, "slow.before"), drive_real(d, "fast.before")};
	choose_current(d);
	Ways ways = {.load = load_make((int)drive_int(d, "size")),
		     .list = gpu_zeros(count),
		     .log = gpu_room(steps),
		     .count = count,
		     .steps = steps,
		     .other = -1,
		     .way_fails = (int)drive_int(d, "way_fails"),
		     .call_fails = (int)drive_int(d, "call_fails"),
		     .first_us = drive_int(d, "first_us"),
		     .quick_us = drive_int(d, "quick_us"),
		     .stream = stream_beside()};
	const int64_t late = drive_int(d, "late");
	ways.late = gpu_zeros(late + 1);
	ways.late_bytes = (size_t)late * sizeof(float);
	if (cudaMallocHost((void **)&ways.sent, (size_t)steps * sizeof(float)) != cudaSuccess ||
	    cudaMallocHost((void **)&ways.late_here, ways.late_bytes + 1) != cudaSuccess)
		abort();
	finish_all(); /* the lists are cleared in the default stream */
	cublasSetStream(ways.load.cublas, ways.stream);
	for (int i = 0; i < EARLIER; i++)
		load_queue(&ways.load);
	measured = &ways;
	ticket_give();
	left_clear();
	drive_go(d);
	int status = measure_ways(way_slow, way_fast, &ticket, steps, us);
	drive_end(d);
	left_put(d);
	drive_put_int(d, "status", status);
	drive_put_int(d, "steps", ways.other);
	drive_put_real(d, "slow", us[0]);
	drive_put_real(d, "fast", us[1]);
	drive_put_int(d, "slow.calls", ways.calls[0]);
	drive_put_int(d, "fast.calls", ways.calls[1]);
	drive_put_int(d, "slow.busy", ways.busy[0]);
	drive_put_int(d, "fast.busy", ways.busy[1]);
	stranger_put(d);
	finish_all();
	cudaFreeHost(ways.late_here);
	cudaFreeHost(ways.sent);
	cudaFree(ways.late);
	cudaFree(ways.log);
	cudaFree(ways.list);
	load_free(&ways.load);
	cudaStreamDestroy(ways.stream);
}

/* --- a training and its user ------------------------------------------------------------------ */

static void drive_6_5(Drive *d)
{
	choose_current(d);
	Training t = training_make(d);
	training = &t;
	ticket_give();
	left_clear();
	drive_go(d);
	int status =
		train_and_show(train_step, show_note, &ticket, t.steps, (int)drive_int(d, "block"));
	drive_end(d);
	left_put(d);
	int64_t known = t.shows < t.room ? t.shows : t.room;
	drive_put_int(d, "status", status);
	drive_put_int(d, "queued", t.queued);
	stranger_put(d);
	drive_put_int(d, "wrong", t.wrong);
	drive_put_int(d, "changed", t.changed);
	drive_put_int(d, "shows", t.shows);
	drive_put_ints(d, "first", t.first, known);
	drive_put_ints(d, "count", t.count, known);
	drive_put_ints(d, "then", t.then, known);
	drive_put_floats(d, "seen", t.seen, t.steps);
	training_free(&t);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Three figures a case, and a whole number. */
static void drive_6_6(Drive *d)
{
	int64_t cases;
	const int64_t *steps = drive_ints(d, "steps", &cases);
	const float *figures = drive_floats(d, "figures", NULL);
	float *answers = allocate((size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++, figures += 3)
		answers[i] = (float)log_speedup(figures[0], figures[1], figures[2], (int)steps[i]);
	drive_end(d);
	drive_put_floats(d, "answers", answers, cases);
	free(answers);
}

static void drive_6_7(Drive *d)
{
	int64_t cases;
	const int64_t *every = drive_ints(d, "every", &cases);
	const float *figures = drive_floats(d, "figures", NULL);
	int64_t *answers = allocate((size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++, figures += 3)
		answers[i] = slowest_part(figures[0], figures[1], figures[2], (int)every[i]);
	drive_end(d);
	drive_put_ints(d, "answers", answers, cases);
	free(answers);
}

/* --- 6.8: a prediction ------------------------------------------------------------------------- */

enum { PREDICTED = 500 };

typedef struct Predicted {
	Tensor *x, *sum;
} Predicted;

static void norms_make(const Predicted *p, bool fetch, int count)
{
	double number;
	for (int i = 0; i < count; i++) {
		Tensor *y = tensor_matmul(p->x, p->x), *norm = tensor_norm(y);
		if (!norm ||
		    (fetch ? tensor_item(norm, &number) : tensor_add_scaled(p->sum, 1, norm)) != 0)
			abort();
		tensor_free(norm);
		tensor_free(y);
	}
	if (tensor_item(p->sum, &number) != 0)
		abort();
}

static void norms_prepare(void *data)
{
	Predicted *p = data;
	p->x = tensor_uniform(SHAPE(100, 100), 1, device_gpu(0));
	p->sum = tensor_zeros(SHAPE_SCALAR, device_gpu(0));
	if (!p->x || !p->sum)
		abort();
	norms_make(p, true, 1);
	norms_make(p, false, 1);
}

static void norms_fetched(void *data)
{
	norms_make(data, true, PREDICTED);
}

static void norms_logged(void *data)
{
	norms_make(data, false, PREDICTED);
}

static void norms_finish(void *data)
{
	const Predicted *p = data;
	tensor_free(p->sum);
	tensor_free(p->x);
}

static void drive_6_8(Drive *d)
{
	Predicted p;
	drive_predict(d, predict_fetching, norms_prepare,
		      (PredictWork *const[]){norms_fetched, norms_logged}, norms_finish, &p);
}

const DriveCheck lab_drives[] = {{"6.1", drive_6_1}, {"6.2", drive_6_2}, {"6.3", drive_6_3},
				 {"6.4", drive_6_4}, {"6.5", drive_6_5}, {"6.6", drive_6_6},
				 {"6.7", drive_6_7}, {"6.8", drive_6_8}, {NULL, NULL}};
