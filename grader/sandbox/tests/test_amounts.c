/* test_amounts.c - memory and room on the disk that a program hides from a simple look: the watch
 * sees it all the same. Each hog waits when it has what it wants, so nothing hangs on how fast it is.
 */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "grader/sandbox/tests/tier_run.h"

#define MIB        ((size_t)1 << 20)
#define MEMORY     (64 * MIB) /* that it may occupy */
#define TOO_MUCH   (160 * MIB)
#define FILE_BYTES MIB /* what a file may have */
#define FILES      4   /* of them are too much */

static char block[MIB];

static _Noreturn void wait_for_ever(void)
{
	for (;;)
		pause();
}

static void touch(void *from, size_t bytes, size_t stride)
{
	for (size_t i = 0; i < bytes; i += stride)
		(void)((volatile char *)from)[i];
}

static void fill(void *from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 4096)
		((volatile char *)from)[i] = 1;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* 4 KiB of page tables for each 2 MiB of addresses, and no page of its own. */
static int page_tables(void)
{
	size_t stride = 2 * MIB, bytes = TOO_MUCH / 4096 * stride;
	void *at = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	madvise(at, bytes, MADV_NOHUGEPAGE);
	touch(at, bytes, stride);
	wait_for_ever();
}

static void *heap(void *unused)
{
	fill(malloc(TOO_MUCH), TOO_MUCH);
	wait_for_ever();
	return unused;
}

/* The process goes on without its first thread, whose files in /proc are empty then. */
static int no_first_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, heap, NULL);
	syscall(SYS_exit, 0);
	return 1;
}

/* The pages stay in the file when nobody maps them. */
static int shared_file(void)
{
	for (size_t from = 0; from < TOO_MUCH; from += MIB) {
		void *at = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED, MACHINE_MEMORY_FD,
				(off_t)from);

		if (at == MAP_FAILED)
			return 1;
		fill(at, MIB);
		munmap(at, MIB);
	}
	wait_for_ever();
}

/* The kernel has memory for each range of addresses, and a child's are its own: no page of them is there. */
static int ranges(void)
{
	enum { RANGES = 65000 };
	char *at = mmap(NULL, (size_t)RANGES * 4096, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	for (size_t i = 0; i < RANGES; i += 2)
		if (mprotect(at + i * 4096, 4096, PROT_READ) < 0)
			return 1;
	for (int i = 0; i < 2; i++)
		if (fork() == 0)
			break;
	wait_for_ever();
}

static int shares_with_itself(void)
{
	void *at = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED;
}

static int little(void)
{
	fill(malloc(MEMORY / 4), MEMORY / 4);
	usleep(200000); /* some looks */
	return 0;
}

static void memory_try(SandboxTier tier)
{
	static const struct {
		const char *what;
		int (*body)(void);
	} hogs[] = {
		{"page tables", page_tables},
		{"a process without its first thread", no_first_thread},
		{"the file that the machine sees", shared_file},
		{"ranges of addresses", ranges},
	};
	int memory = memfd_create("machine", MFD_CLOEXEC), life = open("/dev/null", O_RDONLY);
	const MachineEnds machine = {.pid = getpid(), .memory = memory, .life = life, .core = -1};
	Sandbox sandbox = sandbox_of(tier);
	ProcessSpec spec = spec_of(&sandbox, NULL);

	if (!tier_is_here(tier))
		skip();
	assert_int_equal(ftruncate(memory, TOO_MUCH), 0);
	spec.memory_bytes = MEMORY;
	spec.machine = &machine;
	for (size_t i = 0; i < sizeof hogs / sizeof *hogs; i++) {
		spec.body = hogs[i].body;
		run_spec(&spec, hogs[i].what);
		if (!end.too_large)
			fail_msg("in the %s tier nobody sees the memory of %s (status %x)",
				 sandbox_tier_name(tier), hogs[i].what, end.status);
		assert_int_equal(ftruncate(memory, 0), 0);
		assert_int_equal(ftruncate(memory, TOO_MUCH), 0);
	}
	spec.body = little;
	run_spec(&spec, "little");
	assert_true(!end.too_large && exited_with(0));
	sandbox.shares_pages = true;
	spec.body = shares_with_itself;
	run_spec(&spec, "shared pages");
	assert_true(exited_with(0));
	close(memory);
	close(life);
}

static void test_memory_full(void **state)
{
	(void)state;
	memory_try(SANDBOX_FULL);
}

static void test_memory_reduced(void **state)
{
	(void)state;
	memory_try(SANDBOX_REDUCED);
}

/* --- processes -------------------------------------------------------------------------------- */

static int starts_some_in_a_crowd(void)
{
	int started = 0;

	file_make("ready", 0644);
	wait_for_file("crowd");
	for (pid_t made; started < PROCESSES / 2 && (made = fork()) >= 0; started++)
		if (made == 0)
			_exit(0);
	file_make("done", 0644);
	return started < PROCESSES / 2;
}

/* What another program of the same user starts meanwhile must not keep a compiler from its work. */
static void test_spare_processes(void **state)
{
	Sandbox sandbox = sandbox_of(SANDBOX_REDUCED);
	const ProcessSpec spec = spec_of(&sandbox, starts_some_in_a_crowd);
	const char call = 'c';
	(void)state;

	if (!tier_is_here(SANDBOX_REDUCED))
		skip();
	sandbox.spare_processes = SANDBOX_SPARE;
	assert_int_equal(send(bystander_line, &call, 1, MSG_NOSIGNAL), 1);
	assert_int_equal(send(bystander_line, folder, sizeof folder, MSG_NOSIGNAL), sizeof folder);
	run_spec(&spec, "a crowd");
	assert_true(exited_with(0));
}

/* --- the disk --------------------------------------------------------------------------------- */

static int file_fill(int number)
{
	char name[24];
	int fd;

	snprintf(name, sizeof name, "file%d", number);
	fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, block, FILE_BYTES) != (ssize_t)FILE_BYTES)
		_exit(1);
	return fd;
}

static void files_fill(void)
{
	for (int i = 0; i < FILES; i++)
		close(file_fill(i));
}

static int many_files(void)
{
	files_fill();
	wait_for_ever();
}

static int many_files_and_an_end(void)
{
	files_fill();
	return 0;
}

static int removed_files(void)
{
	char name[24];

	for (int i = 0; i < FILES; i++) {
		file_fill(i);
		snprintf(name, sizeof name, "file%d", i);
		unlink(name);
	}
	wait_for_ever();
}

static int mapped_files(void)
{
	char name[24];

	for (int i = 0; i < FILES; i++) {
		int fd = file_fill(i);

		if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
			return 1;
		close(fd);
		snprintf(name, sizeof name, "file%d", i);
		unlink(name);
	}
	wait_for_ever();
}

/* By a child that leaves the session and its parent, and is nobody's. */
static int removed_files_of_an_orphan(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			removed_files();
		_exit(0);
	}
	wait_for_ever();
}

static int deep_files(void)
{
	for (int i = 0; i < 100; i++)
		if (mkdir("d", 0700) < 0 || chdir("d") < 0)
			return 1;
	files_fill();
	wait_for_ever();
}

static int locked_files(void)
{
	if (mkdir("locked", 0300) < 0 || chdir("locked") < 0)
		return 1;
	files_fill();
	wait_for_ever();
}

static int many_names(void)
{
	char name[24];

	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "%d", i);
		close(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	}
	wait_for_ever();
}

/* Never too much at once. */
static int one_after_the_other(void)
{
	for (int i = 0; i < 3 * FILES; i++) {
		close(file_fill(0));
		unlink("file0");
		usleep(20000); /* some looks */
	}
	return 0;
}

static void folder_empty(void)
{
	char line[80];

	snprintf(line, sizeof line, "rm -rf %s/*", folder);
	assert_int_equal(system(line), 0);
}

/* Where the folder is a file system of its own, that one has a limit (test_sandbox.c). */
static void test_disk(void **state)
{
	static const struct {
		const char *what;
		int (*body)(void);
	} hogs[] = {
		{"many files", many_files},
		{"many files and an end", many_files_and_an_end},
		{"removed files", removed_files},
		{"removed files that are mapped", mapped_files},
		{"removed files of an orphan", removed_files_of_an_orphan},
		{"files in deep folders", deep_files},
		{"files in a folder that may not be read", locked_files},
		{"many names", many_names},
	};
	Sandbox sandbox = sandbox_of(SANDBOX_REDUCED);
	ProcessSpec spec = spec_of(&sandbox, NULL);
	(void)state;

	if (!tier_is_here(SANDBOX_REDUCED))
		skip();
	for (size_t i = 0; i < sizeof hogs / sizeof *hogs; i++) {
		spec.body = hogs[i].body;
		run_spec(&spec, hogs[i].what);
		if (!end.too_full)
			fail_msg("nobody sees %s (status %x)", hogs[i].what, end.status);
		folder_empty();
	}
	spec.body = one_after_the_other;
	run_spec(&spec, "one after the other");
	assert_true(!end.too_full && exited_with(0));
}

static int group(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory_full),
		cmocka_unit_test(test_memory_reduced),
		cmocka_unit_test(test_spare_processes),
		cmocka_unit_test(test_disk),
	};

	return cmocka_run_group_tests(tests, folders_make, folders_remove);
}

int main(int argc, char **argv)
{
	return tests_run(argc, argv, group);
}
