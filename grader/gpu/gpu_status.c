/* gpu_status.c - runs nvidia-smi and reads its tables.
 *
 * The reasons for a slower clock are a set of bits; those that spoil a measurement are, by the NVML
 * API Reference Guide (nvmlClocksEventReasons): hardware slowdown 0x8, software thermal slowdown
 * 0x20, hardware thermal slowdown 0x40, hardware power brake 0x80. That a GPU idles (0x1), or keeps
 * to its ordinary power limit (0x4), does not. */
#include "grader/gpu/gpu_status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/sandbox/run_trusted.h"

#define SLOWED  0xe8u
#define SECONDS 30

/* The words of one line, between commas, without the blanks around them. */
static char *word_next(char **line)
{
	char *word = *line + strspn(*line, " ");
	size_t length = strcspn(word, ",");

	*line = word[length] == ',' ? word + length + 1 : word + length;
	word[length] = '\0';
	while (length > 0 && word[length - 1] == ' ')
		word[--length] = '\0';
	return word;
}

/* NAN for "[N/A]". */
static double word_number(const char *word)
{
	char *end;
	double number = strtod(word, &end);

	return end == word || *end != '\0' ? (double)NAN : number;
}

static void range_widen(double range[2], double value, int first)
{
	range[0] = first ? value : fmin(range[0], value); /* fmin() leaves NAN out */
	range[1] = first ? value : fmax(range[1], value);
}

/* "NVIDIA H200, 1980, 41, 0x0000000000000000" */
static int gpu_read(char *line, GpuStatus *state)
{
	const char *name = word_next(&line);
	double clock = word_number(word_next(&line));
	double temperature = word_number(word_next(&line));
	const char *reasons = word_next(&line);
	int first = state->looks == 0 && state->name[0] == '\0';

	if (name[0] == '\0' || isnan(clock) || clock <= 0)
		return -1;
	if (first)
		snprintf(state->name, sizeof state->name, "%s", name);
	range_widen(state->clock, clock, first);
	range_widen(state->temperature, temperature, first);
	state->slowed |= (strtoull(reasons, NULL, 16) & SLOWED) != 0;
	return 0;
}

int gpu_status_parse(const char *gpus, const char *programs, GpuStatus *state)
{
	char *text = text_new("%s", gpus), *rest = text, *line;
	int count = 0, bad = 0, others = 0;

	while (!bad && (line = strsep(&rest, "\n")))
		if (line[0] != '\0') {
			bad = gpu_read(line, state);
			count++;
		}
	free(text);
	for (const char *c = programs; *c != '\0'; c += *c != '\0') { /* a process id a line */
		others += *c >= '0' && *c <= '9';
		c += strcspn(c, "\n");
	}
	if (bad || count == 0)
		return -1;
	if (others > state->others)
		state->others = others;
	state->looks++;
	return 0;
}

/* What nvidia-smi prints for that question; NULL when it fails. */
static const char *smi_ask(const Options *o, char *ids, const char *question)
{
	char *argument = text_new("%s", question), *name = text_new("nvidia-smi");
	char *format = text_new("--format=csv,noheader,nounits");
	const char *answer =
		run_trusted(o->work, (char *const[]){name, argument, format, ids, NULL},
			    (char *const[]){NULL}, SECONDS, NULL, 0);

	free(argument);
	free(name);
	free(format);
	return answer;
}

void gpu_status_sample(const Options *o, const char *list, GpuStatus *state)
{
	static const char *const questions[] = {
		"--query-gpu=name,clocks.sm,temperature.gpu,clocks_event_reasons.active",
		"--query-gpu=name,clocks.sm,temperature.gpu,clocks_throttle_reasons.active"};
	const char *answer = NULL;
	GpuStatus seen = *state;
	char *gpus, *ids = text_new("--id=%s", list);

	for (size_t i = 0; !answer && i < sizeof questions / sizeof *questions; i++)
		answer = smi_ask(o, ids, questions[i]); /* drivers before 535 know the second */
	gpus = !answer ? NULL : text_new("%s", answer);
	if (gpus)
		answer = smi_ask(o, ids, "--query-compute-apps=pid");
	if (answer && gpu_status_parse(gpus, answer, &seen) == 0)
		*state = seen;
	free(gpus);
	free(ids);
}
