/* main.c - simcuda-remote: runs a program whose simulated machine lives in this process.
 *
 *     simcuda-remote [--report FILE] [--pinned MIB] PROGRAM [ARGUMENT]...
 *     simcuda-remote [--pinned MIB] --warm <>SOCKET (for judges: judge_link.h)
 *
 * The program is linked with libcudart.so.13 as any other; it finds the one of simcuda-remote/,
 * beside this program's folder, which has no machine of its own. SIMCUDA_MACHINE chooses the
 * machine. The exit status is the program's; 128 and the signal's number when one ended it. */
#include <cblas.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framework/simcuda/machine/choose.h"
#include "framework/simcuda/remote/server/server_report.h"
#include "framework/simcuda/remote/server/server.h"
#include "framework/simcuda/remote/server/server_trace.h"
#include "framework/simcuda/remote/server/fork_server.h"

#define PINNED_MIB 4096 /* the most pinned memory; pages come when they are used */

static char folder[PATH_MAX];

/* For the plugins and the machine files: the folder of the libraries. */
const char *server_folder(void)
{
	return folder;
}

static int usage(void)
{
	fputs("usage: simcuda-remote [--report FILE] [--pinned MIB] PROGRAM [ARGUMENT]... | "
	      "--warm\n",
	      stderr);
	return 2;
}

static void find_folder(void)
{
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
	own[length > 0 ? length : 0] = '\0';
	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(own, '/');
		if (slash)
			*slash = '\0';
	}
	if (snprintf(folder, sizeof folder, "%s/simcuda-remote", own) >= (int)sizeof folder)
		folder[0] = '\0';
}

/* Only the two descriptors cross over to the program, and the path to its library. */
_Noreturn static void become_program(const Server *server, char **command)
{
	char text[64], path[2 * PATH_MAX];
	const char *before = getenv("LD_LIBRARY_PATH");
	fcntl(server->memory, F_SETFD, 0);
	fcntl(server->other_life, F_SETFD, 0);
	snprintf(text, sizeof text, "%d,%d", server->memory, server->other_life);
	snprintf(path, sizeof path, "%s%s%s", folder, before && *before ? ":" : "",
		 before ? before : "");
	setenv(REMOTE_VARIABLE, text, 1);
	setenv("LD_LIBRARY_PATH", path, 1);
	execvp(command[0], command);
	fprintf(stderr, "simcuda-remote: %s: %s\n", command[0], strerror(errno));
	_exit(127);
}

static int status_of(pid_t child)
{
	int status;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(Server *server, char **command, const char *report)
{
	pid_t child = fork();
	if (child < 0) {
		fprintf(stderr, "simcuda-remote: fork: %s\n", strerror(errno));
		return 2;
	}
	if (child == 0)
		become_program(server, command);
	close(server->other_life);
	server_run(server);
	int status = status_of(child);
	if (report && report_write(server, report) != 0) {
		fprintf(stderr, "simcuda-remote: --report %s: cannot be written: %s\n", report,
			strerror(errno));
		return 2;
	}
	return status;
}

/* --- for judges, which start the program themselves ------------------------------------------ */

static long pinned = PINNED_MIB;
static int nowhere = -1; /* /dev/null */

/* The model that most orders ask for, read before the first; 0 GPUs: it could not be read. */
#define USUAL "a100"
static SimMachine usual;

static int machine_take(const char *text, SimMachine *machine, char *problem, size_t size)
{
	char *model;
	long count = strtol(text, &model, 10);
	if (usual.gpus == 0 || count < 1 || count > MACHINE_MAX_GPUS ||
	    strcmp(model, "x" USUAL) != 0)
		return machine_choose(text, folder, machine, problem, size);
	*machine = usual;
	machine->gpus = (int)count;
	return 0;
}

/* In a process of its own. */
static int serve(const RemoteOrder *order, int control)
{
	static Server server;
	char problem[512];
	if (machine_take(order->machine, &server.machine, problem, sizeof problem)) {
		fprintf(stderr, "simcuda-remote: %s\n", problem);
		return 2;
	}
	if (order->core >= 0) /* the other side cannot answer while we look */
		remote_spin_limit(0);
	server.budget = server_ptx_budget(order->seconds);
	server.no_kernels = !order->kernels;
	int trace = order->traced ? server_trace_open(&server) : -1;
	if (order->traced > (trace >= 0) || server_open(&server, (uint64_t)pinned << 20) != 0 ||
	    server_link_open(&server, trace, control) != 0 || confine(order) != 0) {
		fprintf(stderr, "simcuda-remote: cannot serve a judge: %s\n", strerror(errno));
		return 2;
	}
	dup2(nowhere, STDOUT_FILENO); /* what the program makes it say is for nobody */
	dup2(nowhere, STDERR_FILENO);
	server_run(&server);
	server_end(&server);
	return report_send(&server, control) == 0 ? 0 : 2;
}

/* What a machine gives back to the C library it needs again soon, and the system clears new pages
 * at a cost that is several times that of using them. */
#define HEAP_KEPT  (64 << 20)
#define HEAP_BLOCK (32 << 20) /* the C library takes no more */

/* All that is read and loaded once is so before the first order. */
static int warm(void)
{
	mallopt(M_TRIM_THRESHOLD, HEAP_KEPT);
	mallopt(M_MMAP_THRESHOLD, HEAP_BLOCK);
	float one = 1, sum = 0;
	char problem[512];
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (machine_choose("1x" USUAL, folder, &usual, problem, sizeof problem) != 0)
		usual.gpus = 0;
	if (confine_prepare() != 0) {
		fprintf(stderr, "simcuda-remote: no filter of system calls: %s\n", strerror(errno));
		return 2;
	}
	plugin_find("", folder);
	cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &one, 1, &one, 1, 0,
		    &sum, 1);
	return fork_server_run(STDIN_FILENO, serve);
}

/* A whole number of MiB, from 1 to a TiB. */
static long mebibytes(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);
	return *text && !*end && value >= 1 && value <= 1 << 20 ? value : -1;
}

int main(int argc, char **argv)
{
	static Server server;
	const char *report = NULL, *choice = getenv("SIMCUDA_MACHINE");
	char problem[512];
	int i = 1;
	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		if (strcmp(argv[i], "--report") == 0)
			report = argv[i + 1];
		else if (strcmp(argv[i], "--pinned") == 0)
			pinned = mebibytes(argv[i + 1]);
		else
			return usage();
	}
	bool warms = i + 1 == argc && strcmp(argv[i], "--warm") == 0;
	if (i >= argc || (argv[i][0] == '-' && !warms))
		return usage();
	if (pinned < 0) {
		fputs("simcuda-remote: --pinned: expected a number of MiB from 1 to 1048576\n",
		      stderr);
		return 2;
	}
	find_folder();
	if (warms)
		return warm();
	if (machine_choose(choice && *choice ? choice : "2xa100", folder, &server.machine, problem,
			   sizeof problem)) {
		fprintf(stderr, "simcuda-remote: %s\n", problem);
		return 2;
	}
	if (server_open(&server, (uint64_t)pinned << 20) != 0) {
		fprintf(stderr, "simcuda-remote: cannot make the shared memory: %s\n",
			strerror(errno));
		return 2;
	}
	int status = run(&server, argv + i, report);
	server_close(&server);
	return status;
}
