/* main.c - reads the command line of usegpu-reference. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/reference/reference.h"
#include "usegpu/error.h"
#include "usegpu/timer.h"

#define NUMBERS_MAX 64

void need(int holds, const char *what, int line)
{
	const char *message = error_message();

	if (holds)
		return;
	fprintf(stderr, "usegpu-reference: line %d: %s does not hold%s%s\n", line, what,
		message[0] != '\0' ? ": " : "", message);
	exit(2);
}

double now_us(void)
{
	return timer_now() * 1e6;
}

static void reference_gpus(const int *number, int count)
{
	int gpus = 0;
	cudaError_t error = cudaGetDeviceCount(&gpus);

	(void)number;
	(void)count;
	if (error != cudaSuccess && error != cudaErrorNoDevice) {
		fprintf(stderr, "cudaGetDeviceCount: %s: %s\n", cudaGetErrorName(error),
			cudaGetErrorString(error));
		exit(2);
	}
	printf("%d\n", error == cudaSuccess ? gpus : 0);
}

static int number_read(const char *word, int *number)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(word, &end, 10);
	*number = (int)value;
	return end == word || *end != '\0' || errno != 0 || value < 0 || value > INT_MAX ? -1 : 0;
}

static const struct {
	const char *name;
	void (*run)(const int *number, int count);
	int least, most; /* numbers */
	const char *wanted;
} commands[] = {
	{"gpus", reference_gpus, 0, 0, " and nothing else"},
	{"product", reference_product, 5, 5, " GPU M K N TIMES, whole numbers"},
	{"events", reference_events, 5, 5, " GPU M K N TIMES, whole numbers"},
	{"compare", reference_compare, 4, 4, " GPU M K N, whole numbers"},
	{"ways", reference_ways, 4, 4, " GPU SIZE COUNT STEPS, whole numbers"},
	{"ratio", reference_ratio, 5, 1 + 4 * 15, " HOME (GPU M K N)..., whole numbers"},
};

int main(int argc, char **argv)
{
	int number[NUMBERS_MAX], count = argc - 2;

	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(argv[1], commands[i].name) != 0)
			continue;
		int bad = count < commands[i].least || count > commands[i].most ||
			  (count - commands[i].least) % 4 != 0;

		for (int k = 0; !bad && k < count; k++)
			bad = number_read(argv[2 + k], &number[k]);
		if (bad) {
			fprintf(stderr, "usegpu-reference: wanted %s%s\n", commands[i].name,
				commands[i].wanted);
			return 2;
		}
		commands[i].run(number, count);
		return fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
	}
	fprintf(stderr, "usegpu-reference: wanted gpus, product, events, compare, ways or ratio, "
			"and numbers\n");
	return 2;
}
