/* test_apart.c - the process that reads what a student's source was compiled to: what it is given,
 * what it cannot reach, and that whatever it does costs its answer and no more. In the tiers that
 * this machine has. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/probe/apart.h"

#define ANSWER_MAX 64

static char folder[] = "/tmp/usegpu-apart-XXXXXX", box[64], fifo[64];
static SandboxTier tiers[2];
static int tier_count;

static int begin(void **state)
{
	char why[400];
	(void)state;

	if (!mkdtemp(folder) || chmod(folder, 0755) < 0)
		return -1;
	snprintf(box, sizeof box, "%s/box-XXXXXX", folder);
	snprintf(fifo, sizeof fifo, "%s/fifo", folder);
	if (sandbox_folder_create(box) < 0 || mkfifo(fifo, 0666) < 0 || chmod(fifo, 0666) < 0)
		return -1;
	for (int t = SANDBOX_FULL; t >= SANDBOX_REDUCED; t--)
		if (sandbox_probe((SandboxTier)t, box, NULL, why, sizeof why) == (SandboxTier)t)
			tiers[tier_count++] = (SandboxTier)t;
	if (tier_count == 0)
		print_message("no sandbox here: %s\n", why);
	return 0;
}

static int end(void **state)
{
	(void)state;
	folder_remove(folder);
	return access(folder, F_OK) == 0 ? -1 : 0;
}

typedef int Body(const int *files, int answer, const void *about);

static char why[200];
static void *answer;
static size_t bytes;

static ApartEnd run(SandboxTier tier, Body *body, const void *about)
{
	Apart apart = {.tier = tier,
		       .box = box,
		       .body = body,
		       .about = about,
		       .count = 2,
		       .seconds = 1,
		       .answer_max = ANSWER_MAX};
	ApartEnd how;

	apart.files[0] = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
	apart.files[1] = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	free(answer);
	how = apart_run(&apart, &answer, &bytes, why, sizeof why);
	close(apart.files[0]);
	close(apart.files[1]);
	return how;
}

/* --- what it is given ------------------------------------------------------------------------- */

static int reads_files(const int *files, int to, const void *about)
{
	char text[8] = "";

	if (read(files[0], text, 4) != 4 || read(files[1], text + 4, 1) != 1 || text[4] != '\0')
		return 1;
	dprintf(to, "%s %s", text, (const char *)about);
	return 0;
}

static void test_files_and_answer(void **state)
{
	(void)state;
	for (int t = 0; t < tier_count; t++) {
		assert_int_equal(run(tiers[t], reads_files, "about"), APART_DONE);
		assert_int_equal(bytes, strlen("root about"));
		assert_memory_equal(answer, "root about", bytes);
	}
}

/* --- what it cannot reach --------------------------------------------------------------------- */

/* Long enough to be looked at, what the disk holds among it. */
static int takes_its_time(const int *files, int to, const void *about)
{
	struct timespec pause = {0, 400000000};

	(void)files, (void)about;
	nanosleep(&pause, NULL);
	return write(to, "x", 1) == 1 ? 0 : 1;
}

/* The compiler's output lies in the folder. */
static void test_folder_is_full(void **state)
{
	char *path = text_new("%s/object", box);
	static char block[4 << 20] = "x";
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	(void)state;
	assert_int_equal(write(fd, block, sizeof block), sizeof block);
	close(fd);
	for (int t = 0; t < tier_count; t++)
		assert_int_equal(run(tiers[t], takes_its_time, NULL), APART_DONE);
	unlink(path);
	free(path);
}

static int opens(const int *files, int to, const void *about)
{
	(void)files, (void)to;
	return open(about, O_RDONLY | O_CLOEXEC) >= 0;
}

static int opens_socket(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0;
}

static int is_root(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	return setuid(0) == 0 && geteuid() == 0;
}

/* Descriptors of whoever asks: of a pool of jobs, say, by which a verdict goes. */
static int has_others(const int *files, int to, const void *about)
{
	int found = 0;
	(void)about;

	for (int fd = 3; fd < 1024; fd++)
		found += fd != to && fd != files[0] && fd != files[1] && fcntl(fd, F_GETFD) >= 0;
	return found;
}

static void test_reach(void **state)
{
	static const struct {
		Body *body;
		const char *about, *what;
	} tries[] = {
		{opens, "/etc/passwd", "a file that all may read"},
		{opens, "/etc/shadow", "a file of root's"},
		{opens, fifo, "a FIFO"},
		{opens_socket, NULL, "a socket"},
		{is_root, NULL, "root's rights"},
		{has_others, NULL, "descriptors that it was not given"},
	};
	int kept = dup2(STDERR_FILENO, 99);
	(void)state;

	for (int t = 0; t < tier_count; t++)
		for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
			if (run(tiers[t], tries[i].body, tries[i].about) != APART_DONE)
				fail_msg("tier %s: it has %s (%s)", sandbox_tier_name(tiers[t]),
					 tries[i].what, why);
	close(kept);
}

/* --- how it can end --------------------------------------------------------------------------- */

static int crashes(const int *files, int to, const void *about)
{
	(void)files, (void)about;
	dprintf(to, "half");
	signal(SIGSEGV, SIG_DFL); /* a sanitizer has its own */
	raise(SIGSEGV);
	return 0;
}

static int aborts(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	signal(SIGABRT, SIG_DFL);
	abort();
}

static int kills_itself(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	raise(SIGKILL);
	return 0;
}

static int gives_up(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	return 1;
}

static int spins(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	for (volatile int i = 0;; i = !i)
		;
	return 0;
}

static int sleeps(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	pause();
	return 0;
}

/* Page by page the kernel would take most of the time that it has. It rests so that it can be looked at. */
static int takes_memory(const int *files, int to, const void *about)
{
	const size_t piece = (size_t)16 << 20;
	(void)files, (void)to, (void)about;

	while (mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
		    -1, 0) != MAP_FAILED)
		usleep(1000);
	pause();
	return 0;
}

/* Long enough for its memory to be looked at. */
static int takes_a_while(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	return usleep(200000);
}

static int floods(const int *files, int to, const void *about)
{
	static const char block[1 << 12];
	(void)files, (void)about;

	for (int i = 0; i < 64; i++)
		if (write(to, block, sizeof block) < 0)
			return 0;
	return 0;
}

static int too_long(const int *files, int to, const void *about)
{
	(void)files, (void)about;
	return ftruncate(to, ANSWER_MAX + 1);
}

static int prints(const int *files, int to, const void *about)
{
	static const char block[1 << 12];
	(void)files, (void)about;

	for (int i = 0; i < 64; i++)
		(void)!write(STDOUT_FILENO, block, sizeof block);
	return write(to, "well", 4) != 4;
}

static int *tries; /* shared with the processes */

static int lacks_memory_once(const int *files, int to, const void *about)
{
	(void)files, (void)about;
	if (++*tries == 1)
		return MEMORY_MISSING;
	return write(to, "well", 4) != 4;
}

static int lacks_memory(const int *files, int to, const void *about)
{
	(void)files, (void)to, (void)about;
	++*tries;
	return MEMORY_MISSING;
}

static void test_memory_missing(void **state)
{
	(void)state;
	tries = mmap(NULL, sizeof *tries, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	assert_true(tries != MAP_FAILED);
	for (int t = 0; t < tier_count; t++) {
		*tries = 0;
		assert_int_equal(run(tiers[t], lacks_memory_once, NULL), APART_DONE);
		assert_int_equal(*tries, 2);
		*tries = 0;
		assert_int_equal(run(tiers[t], lacks_memory, NULL), APART_BROKEN);
		assert_string_equal(why, "cannot be read");
		assert_int_equal(*tries, 2);
	}
	munmap(tries, sizeof *tries);
}

static void test_ends(void **state)
{
	static const struct {
		Body *body;
		ApartEnd how;
		const char *why;
	} cases[] = {
		{crashes, APART_BROKEN, "crashes what reads it"},
		{aborts, APART_BROKEN, "crashes what reads it"},
		{kills_itself, APART_BROKEN, "crashes what reads it"},
		{gives_up, APART_BROKEN, "cannot be read"},
		{spins, APART_BROKEN, "takes too long to read"},
		{sleeps, APART_BROKEN, "takes too long to read"},
		{takes_memory, APART_BROKEN, "takes too much memory to read"},
		{floods, APART_BROKEN, "crashes what reads it"}, /* SIGXFSZ */
		{too_long, APART_BROKEN, "has more to tell than there is room"},
		{prints, APART_DONE, ""},
	};
	(void)state;

	for (int t = 0; t < tier_count; t++)
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			if (cases[i].body == sleeps && t > 0)
				continue; /* three seconds are enough */
			assert_int_equal(run(tiers[t], cases[i].body, NULL), cases[i].how);
			assert_string_equal(why, cases[i].why);
			assert_int_equal(answer != NULL, cases[i].how == APART_DONE);
		}
}

/* A judge may hold a lot itself: that is not what its reader takes. */
static void test_large_parent(void **state)
{
	const size_t room = (size_t)400 << 20;
	char *held = malloc(room);
	(void)state;

	assert_non_null(held);
	memset(held, 1, room);
	for (int t = 0; t < tier_count; t++)
		assert_int_equal(run(tiers[t], takes_a_while, NULL), APART_DONE);
	free(held);
}

static void test_no_process(void **state)
{
	const Apart apart = {.tier = SANDBOX_REDUCED,
			     .box = "/nowhere/at/all",
			     .body = gives_up,
			     .seconds = 1,
			     .answer_max = ANSWER_MAX};
	(void)state;

	free(answer);
	assert_int_not_equal(apart_run(&apart, &answer, &bytes, why, sizeof why), APART_DONE);
	assert_null(answer);
	assert_string_not_equal(why, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_and_answer),
		cmocka_unit_test(test_folder_is_full),
		cmocka_unit_test(test_reach),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_memory_missing),
		cmocka_unit_test(test_large_parent),
		cmocka_unit_test(test_no_process),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
