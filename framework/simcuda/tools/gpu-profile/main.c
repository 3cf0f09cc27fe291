/* main.c - gpu-profile PROGRAM [ARGS]: runs a program on the simulated GPUs, and prints what each launch
 * of its own kernels did (SIMCUDA_PROFILE). Exit status: the program's; 2 for a mistake on the command
 * line, 127 when the program cannot be run. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"usage: gpu-profile [-o FILE] PROGRAM [ARGS]\n\n"
	"Runs PROGRAM on the simulated GPUs, and prints for each launch of its own kernels what it "
	"did:\n"
	"sectors of global memory, bank conflicts, divergence, occupancy, and which lines did it. "
	"Names are\n"
	"those of Nsight Compute where they mean the same.\n\n"
	"  -o, --output=FILE  into that file; one that ends with .html becomes a page\n"
	"  -h, --help         prints this\n\n"
	"SIMCUDA_MACHINE chooses the machine, as for the program itself.\n";

/* The folder of the simulator's libraries, beside the one that this program is in. 0, or -1. */
static int libraries(char *folder, size_t size)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	if (length <= 0)
		return -1;
	self[length] = '\0';
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(self, '/');
		if (!slash)
			return -1;
		*slash = '\0';
	}
	return snprintf(folder, size, "%s/simcuda", self) < (int)size ? 0 : -1;
}

/* Before those that are looked through already. 0, or -1. */
static int path_add(const char *folder)
{
	const char *before = getenv("LD_LIBRARY_PATH");
	char *path = NULL;
	int length = before && *before ? asprintf(&path, "%s:%s", folder, before)
				       : asprintf(&path, "%s", folder);
	int status = length < 0 ? -1 : setenv("LD_LIBRARY_PATH", path, 1);
	free(path);
	return status;
}

int main(int count, char **text)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {0}};
	const char *output = "-";
	char folder[PATH_MAX];
	for (int option; (option = getopt_long(count, text, "+o:h", options, NULL)) != -1;) {
		if (option == 'h')
			return fputs(usage, stdout) < 0 || fflush(stdout) != 0;
		if (option != 'o')
			return 2; /* getopt_long has said why */
		output = optarg;
	}
	if (optind >= count) {
		fprintf(stderr, "gpu-profile: expected a program, as in gpu-profile ./saxpy\n");
		return 2;
	}
	if (setenv("SIMCUDA_PROFILE", output, 1) != 0 || libraries(folder, sizeof folder) != 0 ||
	    path_add(folder) != 0) {
		fprintf(stderr, "gpu-profile: cannot prepare the program's environment\n");
		return 127;
	}
	execvp(text[optind], text + optind);
	fprintf(stderr, "gpu-profile: %s: %s\n", text[optind], strerror(errno));
	return 127;
}
