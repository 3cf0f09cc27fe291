/* judge.c - decides about lab 1: which devices there are. */
#include <string.h>

#include "grader/include/judge.h"
#include "grader/labs/common/causes.h"
#include "grader/labs/common/left.h"
#include "grader/labs/lab1/judge.h"

#define MAX_GPUS 4

/* More GPUs than any list of fixed length is likely to have room for; a machine of real ones has what it has. */
static int draw_many(Judge *j, int least, int most)
{
	return judge_is_simulated(j) ? (int)judge_between(j, least, most) : MAX_GPUS;
}

typedef struct Machine {
	int physical;
	const char *visible;
} Machine;

static Run *run_machine(Judge *j, Machine machine)
{
	Run *r = judge_run(j, machine.physical);
	if (machine.visible == no_driver)
		run_env(r, "SIMCUDA_DRIVER", "none");
	else if (machine.visible)
		run_env(r, "CUDA_VISIBLE_DEVICES", machine.visible);
	return r;
}

/* What GPUs there are stands in the program's environment too, and what each is can be learnt by heart. It stays so while a
 * process runs, so that nobody has to ask twice. */
static void judge_asked(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, !run_is_linked(r) || run_is_second(r) || run_counts(r)->api_calls > 0,
		       "cuda-not-asked", "%s: the CUDA runtime was not asked", at);
}

/* --- the exercises ---------------------------------------------------------------------------- */

static void judge_1_1(Judge *j)
{
	const char *whole = draw_visible(j, MAX_GPUS, WHOLE);
	const char *small = draw_visible(j, MAX_GPUS, TOO_SMALL);
	const char *large = draw_visible(j, MAX_GPUS, TOO_LARGE);
	const int many = draw_many(j, 9, 16);
	const Machine machines[] = {{2, NULL},         {1, NULL},         {0, NULL},
				    {many, NULL},      {2, ""},           {MAX_GPUS, whole},
				    {MAX_GPUS, small}, {MAX_GPUS, large}, {0, no_driver}};
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		Machine m = machines[i];
		int order[16];
		Run *r = run_machine(j, m);
		run_go(r);
		int visible = visible_order(m.visible, m.physical, order);
		judge_because(j, visible > 0 ? "gpu-count" : "no-gpu");
		judge_int(j,
			  judge_text(j, "the count with %s", say_machine(j, m.physical, m.visible)),
			  run_get_int(r, "count"), visible);
		if (run_get_int(r, "count") > 0)
			judge_asked(j, r, say_machine(j, m.physical, m.visible));
		judge_no_error_left(j, r);
	}
	judge_lesson(
		j,
		"CUDA counts what CUDA_VISIBLE_DEVICES leaves to be seen, and where there is no "
		"GPU it answers with an error: yours counted %d machines, of 0 to %d GPUs, as "
		"CUDA does.",
		(int)(sizeof machines / sizeof *machines), many);
}

enum { INSIDE, UNTOUCHED, CLOSED, CAPABILITY, SMS, MEMORY, FIGURES };

/* One summary of a run: `index` was asked for on a machine of `gpus` GPUs. */
static void judge_summary(Judge *j, Run *r, int i, int64_t index, int gpus)
{
	int64_t calls, count;
	const int64_t *status = run_get_ints(r, "status", &calls);
	judge_complete(j, calls > i);
	const int64_t *got = run_get_ints(r, judge_text(j, "figures.%d", i), &count);
	judge_complete(j, count == FIGURES);
	const char *name = run_get_text(r, judge_text(j, "name.%d", i));
	const char *at = judge_text(j, "GPU %d of %d", (int)index, gpus);

	judge_that_for(j, got[INSIDE], "name-too-long",
		       "%s: bytes outside the summary were written", at);
	if (index < 0 || index >= gpus) {
		judge_because(j, "failure-not-told");
		judge_int(j, judge_text(j, "%s: what is returned", at), status[i], -1);
		judge_that_for(j, got[UNTOUCHED], "changed-on-failure",
			       "%s: there is no such GPU, yet the summary was changed", at);
		return;
	}
	const char *real_name = run_get_text(r, judge_text(j, "real.name.%d", i));
	const int64_t *real = run_get_ints(r, judge_text(j, "real.%d", i), &count);
	judge_complete(j, real_name && count == 3);
	if (judge_is_simulated(j)) { /* what CUDA said in the student's process is not needed */
		const RunGpu gpu = run_gpu(r, (int)index);
		int64_t *figures = judge_memory(j, 3 * sizeof *figures);
		figures[0] = gpu.capability;
		figures[1] = gpu.multiprocessors;
		figures[2] = gpu.memory_bytes >> 20;
		real = figures;
		real_name = gpu.name;
	}
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), status[i], 0);
	judge_that_for(j, got[CLOSED], "name-not-closed", "%s: the name is not closed by '\\0'",
		       at);
	judge_because(j, "wrong-figure");
	judge_text_is(j, judge_text(j, "%s: the name", at), name,
		      judge_text(j, "%.15s", real_name));
	judge_because(j, "capability");
	judge_int(j, judge_text(j, "%s: the capability", at), got[CAPABILITY], real[0]);
	judge_because(j, "wrong-figure");
	judge_int(j, judge_text(j, "%s: the multiprocessors", at), got[SMS], real[1]);
	judge_because(j, "memory-unit");
	judge_int(j, judge_text(j, "%s: the memory in MiB", at), got[MEMORY], real[2]);
}

static void summary_lesson(Judge *j, Run *r)
{
	int64_t count;
	const int64_t *got = run_get_ints(r, "figures.0", &count);
	judge_lesson(j,
		     "The driver knows what each GPU is, so a program need not: yours read %lld "
		     "multiprocessors and %.4g GiB of the %s; the machine file has %.4g and %.4g.",
		     (long long)got[SMS], (double)got[MEMORY] / 1024, run_gpu_name(r),
		     run_figure(r, "multiprocessors"), run_figure(r, "memory_bytes") / 1024);
}

/* The second run is on another model, so that figures written into the program are found out; in the last each GPU has figures
 * of its own. */
static void judge_1_2(Judge *j)
{
	enum { RUNS = 4, UNLIKE = 3 };
	int gpus[RUNS] = {2, 1, 0, 0};
	if (judge_is_simulated(j))
		gpus[0] = (int)judge_between(j, 5, 8);
	gpus[UNLIKE] = (int)judge_between(j, 3, 8);
	const int runs = judge_is_simulated(j) ? RUNS : UNLIKE;
	Run *with[RUNS] = {NULL};
	for (int m = 0; m < runs; m++) {
		int64_t outside[] = {-1, gpus[m], 0, 0, 0, INT32_MAX, INT32_MIN};
		outside[2] = judge_between(j, 9, 1000);
		outside[3] = judge_between(j, 1001, INT32_MAX - 1);
		outside[4] = -judge_between(j, 2, INT32_MAX);
		const int others = sizeof outside / sizeof *outside;
		const int first = (int)judge_between(j, 0, 7);
		int64_t indices[8 + sizeof outside / sizeof *outside];
		int count = 0;
		for (int i = 0; i < gpus[m] || i < others; i++) {
			if (i < gpus[m])
				indices[count++] = (first + i) % gpus[m];
			if (i < others)
				indices[count++] = outside[i];
		}
		Run *r = judge_run(j, gpus[m]);
		if (m == 1)
			run_model(r, strcmp(run_model_name(r), "t4") == 0 ? "v100" : "t4");
		if (m == UNLIKE)
			run_model(r, "mixed");
		run_ints(r, "indices", indices, count);
		run_int(r, "mark", judge_between(j, 0, 255));
		run_go(r);
		for (int i = 0; i < count; i++)
			judge_summary(j, r, i, indices[i], gpus[m]);
		if (gpus[m] > 0)
			judge_asked(j, r, say_gpus(j, gpus[m]));
		judge_no_error_left(j, r);
		with[m] = r;
		if (m == 0)
			summary_lesson(j, r);
	}
	for (int m = 0; m < runs; m++)
		for (int gpu = 0; gpu < gpus[m]; gpu++) /* those of most machines are alike */
			judge_that_for(
				j,
				!run_is_linked(with[m]) || run_is_second(with[m]) ||
					run_counts(with[m])->asked_gpu[gpu] > 0,
				"cuda-not-asked",
				"%s: the CUDA runtime was not asked for the properties of GPU %d",
				say_gpus(j, gpus[m]), gpu);
}

/* As in lab1_drive.c. */
#define CPU_NUMBER INT32_MAX
#define NO_NUMBER  INT64_MAX

static const char *say_tried(Judge *j, int64_t device)
{
	if (device == NO_NUMBER)
		return "a device of no kind";
	return device == CPU_NUMBER ? "cpu" : judge_text(j, "gpu:%d", (int)device);
}

static void judge_1_4(Judge *j)
{
	const char *some = draw_visible(j, MAX_GPUS, WHOLE);
	const int many = draw_many(j, 9, 16);
	const Machine machines[] = {
		{2, NULL}, {1, NULL}, {0, NULL}, {MAX_GPUS, some}, {many, NULL}};
	for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
		int64_t indices[20], count;
		int order[16],
			visible = visible_order(machines[m].visible, machines[m].physical, order);
		for (int i = 0; i < 12; i++)
			indices[i] = i - 6;
		indices[12] = judge_between(j, 7, 1000);
		indices[13] = -indices[12];
		indices[14] = INT32_MAX;
		indices[15] = INT32_MIN;
		indices[16] = judge_between(j, 1001, INT32_MAX - 1);
		indices[17] = -indices[16];
		indices[18] = machines[m].physical - 1;
		indices[19] = -machines[m].physical;
		Run *r = run_machine(j, machines[m]);
		run_ints(r, "indices", indices, 20);
		run_go(r);
		const int64_t *got = run_get_ints(r, "devices", &count);
		judge_complete(j, count == 20);
		for (int i = 0; i < 20; i++) {
			int64_t wanted = indices[i] < 0 ? indices[i] + visible : indices[i];
			if (wanted < 0 || wanted >= visible)
				wanted = CPU_NUMBER;
			judge_that_for(j, got[i] == wanted,
				       (indices[i] < 0 ? "index-from-end" : "index-beyond"),
				       "try_gpu(%lld) with %s visible: wanted %s, got %s",
				       (long long)indices[i], say_gpus(j, visible),
				       say_tried(j, wanted), say_tried(j, got[i]));
		}
	}
	judge_lesson(
		j,
		"An index below 0 counts from the end, and a GPU that is not there becomes the "
		"CPU, so that one program runs everywhere: 20 indices on each of %d machines, "
		"none of them an error.",
		(int)(sizeof machines / sizeof *machines));
}

static void judge_1_5(Judge *j)
{
	const int few = (int)judge_between(j, 1, 3), many = draw_many(j, 9, 15),
		  room_for = (int)judge_between(j, 100, 1000);
	const int64_t mark = draw_mark(j);
	const struct {
		int gpus, capacity;
	} cases[] = {{2, 8}, {0, 8},   {0, 0}, {0, 1},     {1, 1},
		     {4, 4}, {4, few}, {2, 0}, {many, 16}, {2, room_for}};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		int64_t room;
		int gpus = cases[c].gpus, capacity = cases[c].capacity;
		int wanted = gpus ? gpus : 1;
		if (wanted > capacity)
			wanted = capacity;
		Run *r = judge_run(j, gpus);
		run_int(r, "capacity", capacity);
		run_int(r, "mark", mark);
		run_go(r);
		const char *at = judge_text(j, "%s, capacity %d", say_gpus(j, gpus), capacity);
		judge_because(j, gpus == 0         ? "cpu-alone"
				 : capacity < gpus ? "list-room"
						   : "list-of-gpus");
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "count"),
			  wanted);
		const int64_t *got = run_get_ints(r, "devices", &room);
		judge_complete(j, room == capacity + 16);
		for (int i = 0; i < wanted; i++)
			judge_that_for(j, got[i] == (gpus ? i : CPU_NUMBER),
				       (gpus == 0 ? "cpu-alone" : "list-of-gpus"),
				       "%s: devices[%d]: wanted %s, got %s", at, i,
				       say_tried(j, gpus ? i : CPU_NUMBER),
				       got[i] == mark + i ? "nothing" : say_tried(j, got[i]));
		for (int i = wanted; i < capacity + 16; i++)
			judge_that_for(j, got[i] == mark + i, "written-behind",
				       "%s: devices[%d] was written, behind the end", at, i);
	}
	judge_lesson(
		j,
		"A list of devices is never empty and never longer than its room: yours had "
		"the CPU alone without a GPU, and what fits of 1, 2 and more GPUs, in %d cases.",
		(int)(sizeof cases / sizeof *cases));
}

static const Check checks[] = {
	{.id = "1.1",
	 .title = "count_gpus counts the GPUs that CUDA shows",
	 .points = 1,
	 .gpus = MAX_GPUS,
	 .function = "count_gpus",
	 .forbidden = "device_* tensor_* module_* stream_* event_* parallel_*",
	 .rule = "ask the CUDA runtime itself",
	 .hints = {"which CUDA call counts devices, and what does it return without a GPU?",
		   "cudaGetDeviceCount fails where there is no GPU; what it failed with stays in "
		   "cudaGetLastError until somebody asks",
		   "when the call fails: call cudaGetLastError() once, then return 0"},
	 .judge = judge_1_1},
	{.id = "1.2",
	 .title = "summarize_gpu says what a GPU is",
	 .points = 2,
	 .gpus = 2,
	 .function = "summarize_gpu",
	 .forbidden = "device_info",
	 .rule = "ask the CUDA runtime itself",
	 .hints = {"does each field come from the properties, and does the name fit?",
		   "cudaGetDeviceProperties; major, minor, multiProcessorCount, totalGlobalMem "
		   "(bytes); %.15s in a format cuts a text to size",
		   "return -1 before touching *summary, and take the error away as in 1.1"},
	 .judge = judge_1_2},
	{.id = "1.3",
	 .title = "parse_device reads the name of a device",
	 .points = 2,
	 .gpus = 0,
	 .function = "parse_device",
	 .forbidden = "device_parse",
	 .rule = "read the text yourself",
	 .hints = {"what is left of the text when you have read what you expected?",
		   "the word ends at the colon, or at the end of the text; behind a colon there is "
		   "at least one digit, and nothing but digits",
		   "strcspn(text, \":\") is the length of the word; strspn(digits, \"0123456789\") "
		   "is how many digits there are"},
	 .judge = judge_1_3},
	{.id = "1.4",
	 .title = "try_gpu gives the GPU, or the CPU",
	 .points = 1,
	 .gpus = MAX_GPUS,
	 .function = "try_gpu",
	 .forbidden = "device_try_gpu device_try_all_gpus device_check",
	 .rule = "decide it yourself",
	 .hints = {"with n GPUs, what are the smallest and the largest index that exist?",
		   "an index below 0 counts from the end: add the number of GPUs, once",
		   "after that a GPU exists if 0 <= index and index < count"},
	 .judge = judge_1_4},
	{.id = "1.5",
	 .title = "try_all_gpus lists the GPUs, or the CPU alone",
	 .points = 1,
	 .gpus = MAX_GPUS,
	 .function = "try_all_gpus",
	 .forbidden = "device_try_gpu device_try_all_gpus",
	 .rule = "decide it yourself",
	 .hints = {"what does it do when the list has less room than there are GPUs?",
		   "without a GPU the list is the CPU alone, if there is room for it",
		   "stop the loop at the smaller of the count and the capacity"},
	 .judge = judge_1_5},
	{.id = "1.6",
	 .title = "question: which cards are visible, in which order",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "visible_gpus",
	 .hints = {"not set and empty are two cases: all, and none",
		   "the order of the list is the order of the GPUs; the list ends at the first "
		   "number "
		   "that names no card",
		   "read one number with strtol, stop if it is no card, else append it and step "
		   "over "
		   "the comma"},
	 .judge = judge_1_6},
};

const LabChecks lab1_judge = {
	.number = 1,
	.name = "lab1_devices",
	.moves_device = true, /* lab 2 is the first to ask for it */
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab1_causes,
};
