/* build.c - one call of the compiler for the student's file, one to link it with the drive.
 *
 * The compiler runs in the lab's folder of artifacts, where the source lies under the lab's own
 * name, so its messages say lab3_copies.c:12 and nothing of where that is. */
#include "build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diagnostics.h"
#include "intake.h"
#include "text.h"

#define WORDS_MAX 96

typedef struct Words {
	const char *word[WORDS_MAX + 1];
	int count;
} Words;

static void words_add(Words *words, const char *word)
{
	if (words->count < WORDS_MAX)
		words->word[words->count++] = word;
}

static void words_add_all(Words *words, char *const *list)
{
	while (*list != NULL)
		words_add(words, *list++);
}

char *build_path(const Options *o, const LabChecks *lab, const char *file)
{
	if (lab != NULL)
		return text_new("%s/%s%s%s", o->work, lab->name, file ? "/" : "", file ? file : "");
	return text_new("%s/grade/%s%s%s", o->build, o->submission_name, file ? "/" : "",
			file ? file : "");
}

/* Makes the folder and those above it. */
static int folder_make(const char *path)
{
	char *copy = text_new("%s", path);
	int bad = 0;

	for (char *at = copy + 1; *at != '\0'; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		bad = mkdir(copy, 0755) < 0 && errno != EEXIST;
		*at = '/';
		if (bad)
			break;
	}
	bad = bad || (mkdir(copy, 0755) < 0 && errno != EEXIST);
	free(copy);
	return bad ? -1 : 0;
}

static int entry_remove(const char *path, const struct stat *about, int type, struct FTW *walk)
{
	(void)about, (void)type, (void)walk;
	remove(path); /* what cannot be removed stays in the folder of artifacts */
	return 0;
}

void folder_remove(const char *path)
{
	nftw(path, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* Folders of graders that were killed: nobody holds a lock on them. */
static void stale_remove(const char *above)
{
	DIR *list = opendir(above);
	const struct dirent *entry;

	while (list != NULL && (entry = readdir(list)) != NULL) {
		int fd = strncmp(entry->d_name, "work-", 5) == 0
				 ? openat(dirfd(list), entry->d_name,
					  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
				 : -1;
		if (fd < 0)
			continue;
		if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
			char *path = text_new("%s/%s", above, entry->d_name);
			folder_remove(path);
			free(path);
		}
		close(fd);
	}
	if (list != NULL)
		closedir(list);
}

int build_begin(Options *o)
{
	char *above = build_path(o, NULL, NULL);

	/* It gets its name when it is locked: before that, another grader might take it for stale.
	 */
	char *fresh = build_path(o, NULL, "fresh-XXXXXX");

	o->work = NULL;
	o->work_fd = -1;

	int bad = folder_make(above) < 0 || mkdtemp(fresh) == NULL;

	if (!bad) {
		o->work = text_new("%s/work-%s", above, strrchr(fresh, '-') + 1);
		o->work_fd = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		bad = o->work_fd < 0 || flock(o->work_fd, LOCK_EX | LOCK_NB) < 0 ||
		      rename(fresh, o->work) < 0;
		stale_remove(above);
	}
	free(fresh);

	if (bad) {
		fprintf(stderr, "usegpu-grade: no folder in %s: %s\n", above, strerror(errno));
		free(o->work);
		o->work = NULL;
	}
	free(above);
	return bad ? -1 : 0;
}

void build_end(Options *o)
{
	if (o->work != NULL)
		folder_remove(o->work);
	if (o->work_fd >= 0)
		close(o->work_fd);
	o->work_fd = -1;
	free(o->work);
	o->work = NULL;
}

/* --- what the compiler said ------------------------------------------------------------------- */

/* Finds the first error and makes "does not compile: lab3_copies.c:12: error: ..." of it. */
static void broken_describe(const char *lab, BuildResult *result, const char *what,
			    const ProcessEnd *end)
{
	char file[80], line[400] = "", *copy = text_new("%s", end->output), *rest = copy, *each;

	snprintf(file, sizeof file, "%s.c:", lab);
	while (line[0] == '\0' && (each = strsep(&rest, "\n")) != NULL) {
		const char *from = strstr(each, file);

		if (!diagnostics_is_error(each))
			continue;
		/* A linker puts its own name and paths in front. */
		if (from == NULL)
			from = strrchr(each, '/') != NULL ? strrchr(each, '/') + 1 : each;
		text_clean(line, sizeof line, from, strlen(from));
		if (strstr(each, file) == from && atoi(from + strlen(file)) > 0)
			snprintf(result->where, sizeof result->where, "%s%d", file,
				 atoi(from + strlen(file)));
	}
	free(copy);
	result->outcome = BUILD_BROKEN;
	if (end->timed_out || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGXCPU))
		text_format(result->message, sizeof result->message,
			    "does not %s: it takes too long", what);
	else if (line[0] != '\0')
		text_format(result->message, sizeof result->message, "does not %s: %s", what, line);
	else
		text_format(result->message, sizeof result->message,
			    "does not %s: the compiler failed without a reason", what);
}

static void fault_set(BuildResult *result, const char *what, const char *why)
{
	result->outcome = BUILD_FAULT;
	text_format(result->message, sizeof result->message, "%s: %s", what, why);
}

/* The student knows lab.h, and nothing of where the kit keeps its own. */
static void paths_shorten(const Options *o, ProcessEnd *end)
{
	static const char *const folders[] = {"/grader/stubs/", "/"};

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *prefix = text_new("%s%s", o->root, folders[i]);

		end->output_bytes = diagnostics_strip(end->output, end->output_bytes, prefix);
		free(prefix);
	}
	end->output[end->output_bytes] = '\0';
}

/* Runs the compiler once; 0 when it succeeded. */
static int compiler_run(const Options *o, const char *lab, Words *words, const char *folder,
			const char *what, BuildResult *result)
{
	static ProcessEnd end; /* too large for some stacks */
	char *path = text_new("PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *temporary = text_new("TMPDIR=%s", folder);
	char *const env[] = {path, temporary, "LC_ALL=C", NULL};
	ProcessSpec spec = {
		.argv = (char *const *)words->word,
		.env = env,
		.folder = folder,
		.wall_s = 40,
		.cpu_s = 20,
		.files = 256,
		.address_bytes = UINT64_C(2) << 30,
		.file_bytes = UINT64_C(64) << 20,
	};
	int started;

	words->word[words->count] = NULL;
	started = process_run(&spec, &end);
	free(path);
	free(temporary);
	if (started < 0) {
		fault_set(result, words->word[0], strerror(errno));
		return -1;
	}

	paths_shorten(o, &end);

	size_t room = PROCESS_OUTPUT_MAX - result->diagnostics_bytes;
	size_t kept = end.output_bytes < room ? end.output_bytes : room;

	memcpy(result->diagnostics + result->diagnostics_bytes, end.output, kept);
	result->diagnostics_bytes += kept;
	result->diagnostics[result->diagnostics_bytes] = '\0';
	result->cut |= end.cut || kept < end.output_bytes;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		return 0;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 127) {
		char line[200];

		text_clean(line, sizeof line, end.output, strcspn(end.output, "\n"));
		fault_set(result, "compiler", line);
	} else {
		broken_describe(lab, result, what, &end);
	}
	return -1;
}

static int source_compile(const Options *o, const char *name, const char *folder,
			  BuildResult *result)
{
	static const char *const flags[] = {
		"-std=c11",
		"-D_GNU_SOURCE",
		"-O2",
		"-g",
		"-fPIC",
		"-fno-omit-frame-pointer",
		"-fno-optimize-sibling-calls",
		"-ffp-contract=off",
		"-ffunction-sections",
		"-fdata-sections",
		"-Wall",
		"-Wextra",
		"-fno-show-column",
		"-fmessage-length=0",
		"-fdiagnostics-color=never",
	};
	char *map = text_new("-ffile-prefix-map=%s=.", folder);
	char source[80], object[80];
	Words words = {.count = 0};

	snprintf(source, sizeof source, "%s.c", name);
	snprintf(object, sizeof object, "%s.o", name);
	words_add_all(&words, o->cc);
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		words_add(&words, flags[i]);
	words_add_all(&words, o->cflags);
	words_add(&words, map);
	words_add(&words, "-c");
	words_add(&words, "-o");
	words_add(&words, object);
	words_add(&words, source);

	int bad = compiler_run(o, name, &words, folder, "compile", result);

	free(map);
	return bad;
}

static int program_link(const Options *o, const LabChecks *lab, const char *folder,
			BuildResult *result)
{
	char *lab_drive = text_new("%s/obj/grader/checks/lab%d_drive.o", o->build, lab->number);
	char *drive = text_new("%s/obj/grader/checks/drive.o", o->build);
	char *lib = text_new("-L%s/lib", o->build), *sim = text_new("-L%s/simcuda", o->build);
	char object[80];
	Words words = {.count = 0};

	snprintf(object, sizeof object, "%s.o", lab->name);
	words_add_all(&words, o->cc);
	words_add_all(&words, o->cflags);            /* sanitizers are asked for here */
	words_add(&words, "-Wl,--enable-new-dtags"); /* so that LD_LIBRARY_PATH goes first */
	words_add(&words, "-o");
	words_add(&words, lab->name);
	words_add(&words, object);
	words_add(&words, lab_drive);
	words_add(&words, drive);
	words_add(&words, lib);
	words_add(&words, "-Wl,-rpath,$ORIGIN/../../../../lib");
	words_add(&words, "-lusegpu");
	words_add_all(&words, o->ldflags);
	if (o->gpu != GPU_CUDA) {
		words_add(&words, sim);
		words_add(&words, "-Wl,-rpath,$ORIGIN/../../../../simcuda");
	}
	words_add(&words, "-lcublas");
	words_add(&words, "-lcudart");
	words_add(&words, "-lm");

	int bad = compiler_run(o, lab->name, &words, folder, "link", result);

	free(lab_drive);
	free(drive);
	free(lib);
	free(sim);
	return bad;
}

/* --- whose fault ------------------------------------------------------------------------------ */

#define CONTROL    "control"
#define ROOM_LEAST ((uint64_t)4 << 20) /* bytes: less than this may stop a compiler half-way */

int room_missing(const char *folder, char *why, size_t why_size)
{
	struct statvfs disk;

	if (statvfs(folder, &disk) < 0)
		return 0;
	uint64_t room = (uint64_t)disk.f_bavail * disk.f_frsize;
	if (room >= ROOM_LEAST)
		return 0;
	text_format(why, why_size, "the disk is full: %llu KiB are free for %s",
		    (unsigned long long)(room >> 10), folder);
	return 1;
}

/* A compiler that fails at what is surely right would have failed at anything: no disk, no memory,
 * half of it missing. Then the student is not to blame. */
static void fault_look(const Options *o, const LabChecks *lab, const char *folder,
		       BuildResult *result)
{
	static BuildResult control;
	char *path = build_path(o, lab, CONTROL ".c");
	FILE *file = fopen(path, "we");
	int written = file != NULL && fputs("#include \"lab.h\"\n"
					    "int control(void)\n"
					    "{\n"
					    "\treturn TODO(int, \"0\");\n"
					    "}\n",
					    file) >= 0;

	memset(&control, 0, sizeof control);
	written = file != NULL && fclose(file) == 0 && written;
	free(path);
	if (room_missing(folder, result->message, sizeof result->message)) {
		result->outcome = BUILD_FAULT;
	} else if (!written) {
		fault_set(result, folder, strerror(errno));
	} else if (source_compile(o, CONTROL, folder, &control) < 0) {
		result->outcome = BUILD_FAULT;
		text_format(result->message, sizeof result->message,
			    "the compiler fails at an empty lab too: %s", control.message);
	}
}

void build_lab(const Options *o, const LabChecks *lab, BuildResult *result)
{
	char *folder = build_path(o, lab, NULL), file[80], *source;

	memset(result, 0, sizeof *result);
	snprintf(file, sizeof file, "%s.c", lab->name);
	snprintf(result->where, sizeof result->where, "%s", file);
	source = build_path(o, lab, file);
	if (folder_make(folder) < 0) {
		fault_set(result, folder, strerror(errno));
	} else {
		switch (intake_copy(o->submission_fd, file, source, result->message,
				    sizeof result->message)) {
		case INTAKE_OK:
			if (source_compile(o, lab->name, folder, result) == 0)
				program_link(o, lab, folder, result);
			if (result->outcome == BUILD_BROKEN)
				fault_look(o, lab, folder, result);
			break;
		case INTAKE_ABSENT:
			result->outcome = BUILD_ABSENT;
			text_format(result->message, sizeof result->message, "%s is not in %s",
				    file, o->submission_name);
			break;
		case INTAKE_REFUSED:
			result->outcome = BUILD_REFUSED;
			break;
		case INTAKE_FAULT:
			result->outcome = BUILD_FAULT;
			break;
		}
	}
	free(source);
	free(folder);
}
