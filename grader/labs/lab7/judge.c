/* judge.c - the checks of lab 7, and its two questions. */
#include <math.h>

#include <string.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/common/order.h"
#include "grader/labs/lab7/judge.h"
#include "grader/labs/common/predict.h"

/* --- questions -------------------------------------------------------------------------------- */

static const char *say_answer(int64_t answer)
{
	static const char *const names[] = {"AT_THE_SAME_TIME", "PROGRAM_WAITED", "SAME_QUEUE"};
	return answer >= 0 && answer <= 2 ? names[answer] : "another number";
}

enum { AT_THE_SAME_TIME, PROGRAM_WAITED, SAME_QUEUE };

/* What is to be said of two products: the first, and when the second was queued and began. */
typedef struct Kind {
	int64_t wanted;
	float queued, start;
} Kind;

enum { KINDS = 11, AT_ONCE = 4 }; /* of which so many run at the same time */

/* Microseconds, in quarters: those of a part of one, or much later ones. */
static float draw_scale(Judge *j)
{
	static const float scales[] = {1, 1.0F / 64, 4096};
	return scales[judge_between(j, 0, 2)];
}

/* All that there is to tell apart, and the moments at which it turns, in each draw: the second
 * begins, or is queued, just when the first begins or ends. One that is queued early and begins
 * late need not stand behind the first: a third product may be before it. */
static int64_t draw_timeline(Judge *j, int kind, float scale, float *first, float *second)
{
	/* quarters: in whole numbers two of them may be one */
	float queued = (float)judge_between(j, 4, 160) / 4,
	      start = queued + (float)judge_between(j, 4, 80) / 4;
	float end = floorf(start) + (float)judge_between(j, 60, 200) + 0.75F,
	      length = (float)judge_between(j, 60, 200);
	float inside = start + (float)judge_between(j, 20, 50);
	float some = (float)judge_between(j, 1, 3) / 4, more = (float)judge_between(j, 1, 3) / 4;
	const Kind kinds[KINDS] = {
		{AT_THE_SAME_TIME, queued + some, inside},
		{AT_THE_SAME_TIME, queued, start},
		{AT_THE_SAME_TIME, queued + some, end - more},
		{PROGRAM_WAITED, end + some, end + some + more},
		{PROGRAM_WAITED, end, end + some},
		{PROGRAM_WAITED, end, end},
		{SAME_QUEUE, queued + some, end + more},
		{SAME_QUEUE, inside, end + some},
		{SAME_QUEUE, queued, end},
		/* queued first, and run second: it may stand in another line */
		{SAME_QUEUE, queued - some, end + more},
		{AT_THE_SAME_TIME, queued - some, inside},
	};
	const Kind *k = &kinds[kind];
	first[0] = queued * scale, first[1] = start * scale, first[2] = end * scale;
	second[0] = k->queued * scale, second[1] = k->start * scale;
	second[2] = (k->start + length) * scale;
	return k->wanted;
}

static void judge_7_6(Judge *j)
{
	enum { CASES = 2 * KINDS, TOLD = 6 }; /* of which the lesson tells */
	float times[CASES][6];
	int64_t wanted[CASES], count, order[CASES] = {0};
	draw_order(j, order, CASES);      /* the place of a case tells nothing of it */
	for (int i = 0; i < CASES; i++) { /* each kind with a first, and with b first */
		int at = (int)order[i], b_first = i % 2;
		const float scale = i == TOLD ? 1 : draw_scale(j);
		wanted[at] = draw_timeline(j, i / 2, scale, times[at] + 3 * b_first,
					   times[at] + 3 * !b_first);
	}
	Run *r = judge_run(j, 0);
	run_floats(r, "times", &times[0][0], CASES * 6);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	for (int i = 0; i < CASES; i++) {
		const float *t = times[i];
		judge_because(j, wanted[i] == AT_THE_SAME_TIME ? "both-run"
				 : wanted[i] == PROGRAM_WAITED ? "program-waited"
							       : "stood-in-queue");
		judge_that(j, got[i] == wanted[i],
			   "a {%.9g, %.9g, %.9g}, b {%.9g, %.9g, %.9g}: wanted %s, got %s", t[0],
			   t[1], t[2], t[3], t[4], t[5], say_answer(wanted[i]), say_answer(got[i]));
	}
	const int shown = (int)order[TOLD];
	const float *t = times[shown];
	judge_lesson(j,
		     "A bar that begins late was queued late, or stood behind another: a {%.6g, "
		     "%.6g, %.6g}, b {%.6g, %.6g, %.6g} is %s, by yours and by ours. %d of %d such "
		     "timelines show both at work at once.",
		     t[0], t[1], t[2], t[3], t[4], t[5], say_answer(got[shown]), 2 * AT_ONCE,
		     CASES);
}

static void judge_7_7(Judge *j)
{
	enum { CASES = 9, MANY = 8 };
	float alone[CASES], product[CASES], wanted[CASES];
	int64_t products[CASES], gpus[CASES], count, order[CASES] = {0};
	draw_order(j, order, CASES);
	for (int kind = 0; kind < CASES; kind++) {
		const int i = (int)order[kind];
		/* quarters, of short products once: in whole numbers they are another ratio */
		alone[i] = kind ? (float)judge_between(j, 4, 1600) / 4 : 0;
		product[i] = (float)judge_between(j, 20, 300) + 0.75F;
		if (kind == 2)
			alone[i] = 9.75F, product[i] = (float)judge_between(j, 2, 9) + 0.25F;
		if (kind == 2 || kind == 4) /* or of a part of a microsecond */
			alone[i] /= 64, product[i] /= 64;
		gpus[i] = kind == 1      ? 1
			  : kind == MANY ? judge_between(j, 33, 1000)
					 : judge_between(j, 2, 8);
		/* as many for each; some left over; fewer than there are GPUs */
		products[i] = kind % 3 == 0   ? gpus[i] * judge_between(j, 1, 5)
			      : kind % 3 == 1 ? gpus[i] * judge_between(j, 1, 5) + 1
					      : judge_between(j, 1, gpus[i] - 1);
		if (kind == MANY) /* on all GPUs of a cluster */
			products[i] += gpus[i] * judge_between(j, 100, 1000);
		double rounds = (double)products[i] / (double)gpus[i], longest = 1;
		while (longest < rounds)
			longest++;
		wanted[i] = (float)(((double)alone[i] + (double)products[i] * product[i]) /
				    ((double)alone[i] + longest * product[i]));
	}
	Run *r = judge_run(j, 0);
	run_floats(r, "alone", alone, CASES);
	run_floats(r, "product", product, CASES);
	run_ints(r, "products", products, CASES);
	run_ints(r, "gpus", gpus, CASES);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	judge_because(j, "amdahl");
	for (int i = 0; i < CASES; i++)
		judge_real(j,
			   judge_text(j, "expected_speed_up(%.6g, %.6g, %d, %d)", alone[i],
				      product[i], (int)products[i], (int)gpus[i]),
			   got[i], wanted[i], 1e-4);
	const int shown = (int)order[3];
	int64_t most = (products[shown] + gpus[shown] - 1) / gpus[shown]; /* of one GPU */
	judge_lesson(j,
		     "What only one device can do limits all: %d products of %.4g us on %d GPUs "
		     "beside %.4g us that stay alone are %.4g times as fast, by yours and by ours; "
		     "without that part it would be %.4g times.",
		     (int)products[shown], product[shown], (int)gpus[shown], alone[shown],
		     got[shown], (double)products[shown] / (double)most);
}

/* --- 7.8: a prediction ------------------------------------------------------------------------- */

static void judge_7_8(Judge *j)
{
	const Prediction p = {.first = "one GPU",
			      .second = "two GPUs",
			      .why = "Queueing a product takes the host longer than the GPU "
				     "computes for, and one host queues for both."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "7.1",
	 .title = "make_handles: each GPU gets a cuBLAS handle of its own",
	 .points = 1,
	 .gpus = 4,
	 .makes_blas = true,
	 .function = "make_handles",
	 .hints = {"how does cublasCreate know for which GPU the handle is?",
		   "cudaSetDevice(gpus[i]) before each cublasCreate; both can fail, and then what "
		   "was made so far has to go",
		   "note the current device, loop, on failure cublasDestroy backwards and write "
		   "NULLs; cudaSetDevice back, cudaGetLastError"},
	 .judge = judge_7_1},
	{.id = "7.2",
	 .title = "multiply_at_once: several GPUs work at the same time",
	 .points = 2,
	 .no_gpu_memory = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "multiply_at_once",
	 .forbidden = "pthread_create thrd_create",
	 .rule = "one thread can keep all GPUs busy",
	 .hints = {"what does each GPU do while you wait for one of them?",
		   "two loops: the first queues every product, the second waits for every GPU",
		   "for each product cudaSetDevice and queue_product; then for each product "
		   "cudaSetDevice and cudaDeviceSynchronize; then the device that was current"},
	 .judge = judge_7_2},
	{.id = "7.3",
	 .title = "speed_up: one GPU against several, measured",
	 .points = 1,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "speed_up",
	 .hints =
		 {"what may still be running when you read the clock?",
		  "wait for all GPUs before the first reading, and for all of that side before the "
		  "second",
		  "start = timer_now(), queue and wait for alone, timer_now() - start; the same "
		  "for "
		  "apart; divide"},
	 .judge = judge_7_3},
	{.id = "7.4",
	 .title = "multiply_list: any number of products on any number of devices",
	 .points = 2,
	 .stretch = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "multiply_list",
	 .forbidden = "cublasSgemm* cublasGemm*",
	 .rule = "tensor_matmul makes the products",
	 .hints =
		 {"what is device_try_all_gpus() on a machine without a GPU?",
		  "tensor_as_in_device brings an input only if it must; give back what it returns; "
		  "tensor_matmul only queues",
		  "loop over the products with devices[i % there], then device_synchronize each "
		  "device; if anything failed, tensor_free all results and write NULLs"},
	 .judge = judge_7_4},
	{.id = "7.5",
	 .title = "send_multiply_fetch: sending, computing and fetching overlap on all GPUs",
	 .points = 2,
	 .no_gpu_memory = true,
	 .stretch = true,
	 .gpus = 8,
	 .one_thread = true,
	 .function = "send_multiply_fetch",
	 .forbidden = "pthread_create thrd_create",
	 .rule = "one thread can keep all GPUs busy",
	 .hints =
		 {"which of your calls return only when their copy has ended?",
		  "cudaMemcpyAsync only queues; in the default stream of a GPU what you queue runs "
		  "in order, so nothing has to be waited for in between",
		  "for each product cudaSetDevice, two copies there, queue_product, one copy back, "
		  "all in stream 0; then wait for every GPU"},
	 .judge = judge_7_5,
	 .slow = true},
	{.id = "7.6",
	 .title = "question: reading a timeline of two products",
	 .points = 1,
	 .gpus = 0,
	 .function = "read_timeline",
	 .hints = {"which of the two runs first?",
		   "if the second starts before the first ends, both run; else ask when it was "
		   "queued",
		   "second.queued >= first.end: the program waited; else it stood in a queue"},
	 .judge = judge_7_6},
	{.id = "7.7",
	 .title = "question: the speed-up with a part that only one device can do",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "expected_speed_up",
	 .hints = {"which part of the time becomes shorter with more GPUs?",
		   "the GPU with the most products decides when the program ends",
		   "most = products / gpus, rounded up"},
	 .judge = judge_7_7},
	{.id = "7.8",
	 .title = "predict: one GPU against two, for small products",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_two_gpus",
	 .hints = {"how long does the GPU compute for such a product, and how long does the host "
		   "take to queue it?",
		   "who is never idle here: the host or a GPU?",
		   "a second GPU cannot help a host that is busy all the time"},
	 .judge = judge_7_8},
};

const LabChecks lab7_judge = {
	.number = 7,
	.name = "lab7_two_gpus",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab7_causes,
};
