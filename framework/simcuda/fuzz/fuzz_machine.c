/* fuzz_machine.c - fuzz target: the reader of machine files.
 *
 * Input: the file's bytes. A file that is refused must be refused with one line that says why; one
 * that is taken must give figures within their bounds, the same ones when it is read again, and a
 * machine that can be made. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/machine/file.h"
#include "framework/simcuda/core/sim.h"

#define PROBLEM 160

/* A file that exists in memory only; its path works as long as it is open. */
static int open_file(const uint8_t *data, size_t size, char path[64])
{
	int file = memfd_create("machine", MFD_CLOEXEC);
	FUZZ_REQUIRE(file >= 0, "memfd_create");
	FUZZ_REQUIRE(write(file, data, size) == (ssize_t)size, "a write of %zu bytes", size);
	snprintf(path, 64, "/proc/self/fd/%d", file);
	return file;
}

static double figure_value(const SimMachine *machine, const MachineFigure *figure)
{
	const char *field = (const char *)machine + figure->offset;
	double real;
	int whole;
	uint64_t large;
	switch (figure->kind) {
	case MACHINE_DOUBLE:
		memcpy(&real, field, sizeof real);
		return real / figure->scale;
	case MACHINE_INT:
		memcpy(&whole, field, sizeof whole);
		return whole / figure->scale;
	case MACHINE_UINT64:
		memcpy(&large, field, sizeof large);
		return (double)large / figure->scale;
	}
	return -1;
}

static void check_machine(const SimMachine *machine)
{
	FUZZ_REQUIRE(memchr(machine->model, '\0', sizeof machine->model), "the model's end");
	FUZZ_REQUIRE(memchr(machine->name, '\0', sizeof machine->name), "the name's end");
	FUZZ_REQUIRE(machine->model[0] && machine->name[0], "an empty name");
	for (size_t i = 0; i < machine_figure_count; i++) {
		const MachineFigure *figure = &machine_figures[i];
		double value = figure_value(machine, figure);
		/* a value is scaled and back: the last bit may differ */
		FUZZ_REQUIRE(value >= figure->least - 1e-6 * figure->least &&
				     value <= figure->most * (1 + 1e-6),
			     "%s = %g", figure->name, value);
	}
	FUZZ_REQUIRE(machine->context_bytes < machine->memory_bytes, "no memory left");
	SimMachine one = *machine;
	SimHost host = {0};
	uint64_t base = UINT64_C(1) << 45;
	one.gpus = 1;
	Sim *sim = sim_create(&one, &host, &base);
	FUZZ_REQUIRE(sim, "no machine");
	sim_free(sim);
}

static void check_same(const SimMachine *machine, const SimMachine *again)
{
	FUZZ_REQUIRE(strcmp(machine->model, again->model) == 0, "%s", again->model);
	FUZZ_REQUIRE(strcmp(machine->name, again->name) == 0, "%s", again->name);
	for (size_t i = 0; i < machine_figure_count; i++)
		FUZZ_REQUIRE(figure_value(machine, &machine_figures[i]) ==
				     figure_value(again, &machine_figures[i]),
			     "%s", machine_figures[i].name);
}

static void check_problem(const char *problem)
{
	FUZZ_REQUIRE(memchr(problem, '\0', PROBLEM), "the problem's end");
	FUZZ_REQUIRE(problem[0], "refused without a reason");
	FUZZ_REQUIRE(!strchr(problem, '\n'), "more than one line: %s", problem);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	char path[64], problem[PROBLEM], again_problem[PROBLEM];
	SimMachine machine, again;
	int file = open_file(data, size, path);
	memset(problem, 'x', sizeof problem);
	memset(again_problem, 'y', sizeof again_problem);
	memset(&machine, 0, sizeof machine);
	memset(&again, 0, sizeof again);
	int status = machine_load(path, NULL, &machine, problem, sizeof problem);
	FUZZ_REQUIRE(status == 0 || status == -1, "%d", status);
	FUZZ_REQUIRE(machine_load(path, NULL, &again, again_problem, sizeof again_problem) ==
			     status,
		     "a second reading");
	if (status == 0) {
		check_machine(&machine);
		check_same(&machine, &again);
	} else {
		check_problem(problem);
		FUZZ_REQUIRE(strcmp(problem, again_problem) == 0, "%s", again_problem);
	}
	close(file);
	return 0;
}

const unsigned fuzz_examples = 1500;

/* A whole file with the middle of each figure's bounds. */
static size_t write_whole(char *to, size_t room)
{
	size_t size =
		(size_t)snprintf(to, room, "{\"model\":\"m\",\"name\":\"a GPU\",\"figures\":{");
	for (size_t i = 0; i < machine_figure_count; i++) {
		const MachineFigure *f = &machine_figures[i];
		double middle = f->least + (f->most - f->least) / 4;
		if (f->kind != MACHINE_DOUBLE)
			middle = (double)(int64_t)middle;
		if (strcmp(f->name, "context_bytes") == 0)
			middle = 0;
		size += (size_t)snprintf(
			to + size, room - size,
			"%s\"%s\":{\"value\":%.17g,\"unit\":\"%s\",\"source\":\"s\"}", i ? "," : "",
			f->name, middle, f->unit);
	}
	return size + (size_t)snprintf(to + size, room - size, "}}");
}

/* The first example is a whole file; the others are that one with a few changes. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	static const char *const pieces[] = {"{",
					     "}",
					     "[",
					     "]",
					     "\"",
					     ":",
					     ",",
					     "null",
					     "true",
					     "-1",
					     "1e999",
					     "NaN",
					     "1e-9",
					     "\\u0000",
					     "\\n",
					     "\xff",
					     "0",
					     "-0.0",
					     "99999999999999999999",
					     "\"value\"",
					     "\"unit\"",
					     "\"extends\":\"a100\",",
					     "\"extends\":\"m\","};
	uint64_t state = number;
	size_t size = write_whole((char *)to, room);
	for (uint64_t left = number ? 1 + fuzz_random(&state) % 3 : 0; left > 0; left--) {
		uint64_t draw = fuzz_random(&state);
		size_t at = (draw >> 32) % size, length = 1 + (draw >> 8) % 30;
		const char *piece = pieces[(draw >> 16) % (sizeof pieces / sizeof *pieces)];
		if (length > size - at)
			length = size - at;
		if (draw % 4 == 0) { /* takes away */
			memmove(to + at, to + at + length, size - at - length);
			size -= length;
		} else if (draw % 4 == 1) { /* cuts off */
			size = left == 1 && at > 0 ? at : size;
		} else if (size + strlen(piece) < room) { /* puts in */
			memmove(to + at + strlen(piece), to + at, size - at);
			size += strlen(piece);
			for (; *piece; piece++)
				to[at++] = (uint8_t)*piece;
		}
	}
	return size;
}
