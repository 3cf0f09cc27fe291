/* lab1_drive.c - calls the exercises of lab 1 in the student's process. */
#include "grader/drive/left.h"

#include <stdbool.h>
#include "grader/include/drive.h"

typedef struct GpuSummary GpuSummary;

__attribute__((weak)) int count_gpus(void);
__attribute__((weak)) int summarize_gpu(int index, GpuSummary *summary);
__attribute__((weak)) int parse_device(const char *text);
__attribute__((weak)) Device try_gpu(int index);
__attribute__((weak)) int try_all_gpus(Device *devices, int capacity);
__attribute__((weak)) int visible_gpus(const char *visible, int physical, int *order);

static void drive_1_1(Drive *d)
{
	left_clear();
	drive_go(d);
	int count = count_gpus();
	drive_end(d);
	left_put(d);
	drive_put_int(d, "count", count);
}

/* The struct of the lab file, with marked bytes on both sides: a summary that is written too far,
 * or where it should not be, shows. */
struct GpuSummary {
	char name[16];
	int capability;
	int multiprocessors;
	int memory_mib;
};

typedef struct Fenced {
	unsigned char before[64];
	GpuSummary summary;
	unsigned char after[256];
} Fenced;

/* No two neighbours are alike. */
static void put_marks(Fenced *fenced, int64_t mark)
{
	unsigned char *byte = (unsigned char *)fenced;
	for (size_t i = 0; i < sizeof *fenced; i++)
		byte[i] = (unsigned char)(mark + 37 * (int64_t)i);
}

/* Whether that part of it holds its marks. */
static bool is_marked(const Fenced *fenced, const void *part, size_t count, int64_t mark)
{
	const unsigned char *byte = part;
	int64_t first = byte - (const unsigned char *)fenced;
	for (size_t i = 0; i < count; i++)
		if (byte[i] != (unsigned char)(mark + 37 * (first + (int64_t)i)))
			return false;
	return true;
}

static const char *numbered(char *name, const char *base, int number)
{
	snprintf(name, 32, "%s.%d", base, number);
	return name;
}

static void drive_1_2(Drive *d)
{
	int64_t count, mark = drive_int(d, "mark");
	const int64_t *indices = drive_ints(d, "indices", &count);
	Fenced *fenced = malloc((size_t)count * sizeof *fenced);
	int64_t *status = malloc((size_t)count * sizeof *status);
	if (!fenced || !status)
		abort();
	for (int64_t i = 0; i < count; i++)
		put_marks(&fenced[i], mark + i);
	Left left = {cudaSuccess, "", 0};
	left_clear();
	drive_go(d);
	for (int64_t i = 0; i < count; i++) {
		status[i] = summarize_gpu((int)indices[i], &fenced[i].summary);
		left_take_first(&left);
	}
	drive_end(d);
	left_send(d, &left);

	drive_put_ints(d, "status", status, count);
	for (int i = 0; i < count; i++) {
		char name[32];
		const Fenced *f = &fenced[i];
		const GpuSummary *s = &f->summary;
		bool inside = is_marked(f, f->before, sizeof f->before, mark + i) &&
			      is_marked(f, f->after, sizeof f->after, mark + i);
		bool untouched = is_marked(f, s, sizeof *s, mark + i);
		bool closed = memchr(s->name, '\0', sizeof s->name) != NULL;
		int64_t figures[] = {inside,        untouched,          closed,
				     s->capability, s->multiprocessors, s->memory_mib};
		drive_put_ints(d, numbered(name, "figures", i), figures, 6);
		drive_put_text(d, numbered(name, "name", i), closed ? s->name : NULL);

		struct cudaDeviceProp real; /* what CUDA itself says */
		bool exists = cudaGetDeviceProperties(&real, (int)indices[i]) == cudaSuccess;
		left_clear();
		int64_t truth[] = {exists ? 10 * real.major + real.minor : 0,
				   exists ? real.multiProcessorCount : 0,
				   exists ? (int64_t)(real.totalGlobalMem >> 20) : 0};
		drive_put_ints(d, numbered(name, "real", i), truth, 3);
		drive_put_text(d, numbered(name, "real.name", i), exists ? real.name : NULL);
	}
	free(status);
	free(fenced);
}

/* The texts come as one, a line each; an empty line is an empty text. */
static void drive_1_3(Drive *d)
{
	const char *texts = drive_text(d, "texts");
	int64_t count = drive_int(d, "count");
	int64_t *devices = malloc((size_t)count * sizeof *devices);
	bool kept = true;
	if (!devices)
		abort();
	left_clear();
	drive_go(d);
	for (int64_t i = 0; i < count; i++) {
		size_t length = strcspn(texts, "\n");
		char *text = drive_text_copy(texts, length); /* reading past it is seen */
		devices[i] = parse_device(text);
		kept = kept && strncmp(text, texts, length) == 0;
		free(text);
		texts += length + 1;
	}
	drive_end(d);
	left_put(d);
	drive_put_int(d, "kept", kept);
	drive_put_ints(d, "devices", devices, count);
	free(devices);
}

/* A GPU's index, which a wrong answer may take below 0, or one of these for the CPU and for what is no device. */
#define CPU_NUMBER INT32_MAX
#define NO_NUMBER  INT64_MAX

static int64_t device_number(Device device)
{
	return device.kind == DEVICE_CPU   ? CPU_NUMBER
	       : device.kind == DEVICE_GPU ? device.index
					   : NO_NUMBER;
}

static void drive_1_4(Drive *d)
{
	int64_t count;
	const int64_t *indices = drive_ints(d, "indices", &count);
	int64_t *devices = malloc((size_t)count * sizeof *devices);
	if (!devices)
		abort();
	drive_go(d);
	for (int64_t i = 0; i < count; i++)
		devices[i] = device_number(try_gpu((int)indices[i]));
	drive_end(d);
	drive_put_ints(d, "devices", devices, count);
	free(devices);
}

static void drive_1_5(Drive *d)
{
	enum { BEHIND = 16 };
	int capacity = (int)drive_int(d, "capacity"), mark = (int)drive_int(d, "mark");
	const int room = capacity + BEHIND;
	Device *devices = allocate((size_t)room * sizeof *devices);
	int64_t *numbers = allocate((size_t)room * sizeof *numbers);
	for (int i = 0; i < room; i++)
		devices[i] = device_gpu(mark + i); /* there are no such GPUs */
	drive_go(d);
	int count = try_all_gpus(devices, capacity);
	drive_end(d);
	for (int i = 0; i < room; i++)
		numbers[i] = device_number(devices[i]);
	drive_put_int(d, "count", count);
	drive_put_ints(d, "devices", numbers, room);
	free(numbers);
	free(devices);
}

static void drive_1_6(Drive *d)
{
	enum { ROOM = 17 };
	int physical = (int)drive_int(d, "physical"), mark = (int)drive_int(d, "mark");
	const char *given = drive_text(d, "visible");
	char *visible = drive_int(d, "set") ? strdup(given) : NULL;
	int order[ROOM];
	int64_t numbers[ROOM];
	for (int i = 0; i < ROOM; i++)
		order[i] = mark + i; /* there are no such cards */
	drive_go(d);
	int count = visible_gpus(visible, physical, order);
	drive_end(d);
	for (int i = 0; i < ROOM; i++)
		numbers[i] = order[i];
	drive_put_int(d, "count", count);
	drive_put_ints(d, "order", numbers, ROOM);
	drive_put_int(d, "kept", !visible || strcmp(visible, given) == 0);
	free(visible);
}

const DriveCheck lab_drives[] = {{"1.1", drive_1_1}, {"1.2", drive_1_2}, {"1.3", drive_1_3},
				 {"1.4", drive_1_4}, {"1.5", drive_1_5}, {"1.6", drive_1_6},
				 {NULL, NULL}};
