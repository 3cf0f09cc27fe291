/* torch.c - see torch.h.
 *
 * The Python process reads a number from its input, does the work that many times and answers. Its
 * loop costs some 20 ns a call, which belongs to what a user of it pays. Debian's interpreter is
 * asked first, because there python3-torch is installed. */
#include "framework/bench/torch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The number of threads comes as argument. */
static const char before[] =
	"import sys, os\n"
	"try:\n"
	"    import torch\n"
	"except ImportError:\n"
	"    sys.exit(1)\n"
	"torch.set_num_threads(int(sys.argv[1]) or len(os.sched_getaffinity(0)))\n"
	"print('version', torch.__version__, flush=True)\n";
static const char after[] = "for line in sys.stdin:\n"
			    "    work(int(line))\n"
			    "    print('done', flush=True)\n";

static char version[128];

static FILE *end_of(int descriptor, const char *mode)
{
	FILE *file = fdopen(descriptor, mode);
	if (!file)
		abort();
	return file;
}

static void become_python(const char *script, int threads, int in, int out)
{
	char count[16];
	snprintf(count, sizeof(count), "%d", threads);
	size_t bytes = sizeof(before) + strlen(script) + sizeof(after);
	char *all = malloc(bytes);
	if (!all || dup2(in, 0) < 0 || dup2(out, 1) < 0)
		_exit(1);
	snprintf(all, bytes, "%s%s%s", before, script, after);
	execl("/usr/bin/python3", "python3", "-c", all, count, (char *)NULL);
	execlp("python3", "python3", "-c", all, count, (char *)NULL);
	_exit(1);
}

bool torch_start(Torch *torch, const char *script)
{
	int in[2], out[2];
	signal(SIGPIPE, SIG_IGN);
	fflush(stdout);
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		abort();
	torch->child = fork();
	if (torch->child < 0)
		abort();
	if (torch->child == 0)
		become_python(script, torch->threads, in[0], out[1]);
	close(in[0]);
	close(out[1]);
	torch->to = end_of(in[1], "w");
	torch->from = end_of(out[0], "r");
	char line[sizeof(version)];
	if (fgets(line, sizeof(line), torch->from)) {
		memcpy(version, line, sizeof(line));
		return true;
	}
	return false;
}

void torch_round(void *argument)
{
	Torch *torch = argument;
	char line[16];
	fprintf(torch->to, "%d\n", torch->calls);
	fflush(torch->to);
	if (fgets(line, sizeof(line), torch->from))
		return;
	fputs("bench: the Python process ended early\n", stderr);
	exit(1);
}

void torch_stop(Torch *torch)
{
	fclose(torch->to);
	fclose(torch->from);
	waitpid(torch->child, NULL, 0);
}

void torch_say(void)
{
	if (strncmp(version, "version ", 8) == 0)
		printf("  PyTorch %s", version + 8);
	else
		puts("  no PyTorch to compare with (Debian: apt-get install python3-torch)");
}
