/* compile.c - one call of the compiler for the student's file, one to link it with the drive.
 *
 * The compiler runs in a sandbox, in an empty folder where only the source lies, under the lab's
 * own name, so its messages say lab3_copies.c:12 and nothing of where that is. What it made is
 * fetched from there. */
#include "grader/compile/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/compile/copy_in.h"
#include "grader/compile/diagnostics.h"
#include "grader/probe/line_table.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/misnamed.h"
#include "grader/setup/sandbox_paths.h"
#include "grader/setup/work_dir.h"

#define WORDS_MAX     96
#define OUTPUT_MAX    (64 << 20) /* bytes: an object, a program */
#define COMPILER_ROOM (256 << 20)

/* One run of the compiler: what for, and where. */
typedef struct Step {
	const Options *options;
	const LabChecks *lab;
	const char *folder;         /* of the lab, with the input; the output goes there */
	const char *box;            /* an empty one beside it, for the compiler to write in */
	const char *name;           /* the lab's: its messages are about NAME.c */
	const char *what;           /* "compile", "link" */
	const char *input, *output; /* files in the folder */
} Step;

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
	while (*list)
		words_add(words, *list++);
}

/* --- what the compiler said ------------------------------------------------------------------- */

/* Finds the first error and makes "does not compile: lab3_copies.c:12: error: ..." of it. */
static void broken_describe(const char *lab, CompileResult *result, const char *what,
			    const ProcessEnd *end)
{
	char file[80], line[400] = "", *copy = text_new("%s", end->output), *rest = copy, *each;

	snprintf(file, sizeof file, "%s.c:", lab);
	while (line[0] == '\0' && (each = strsep(&rest, "\n"))) {
		const char *from = strstr(each, file);

		if (!diagnostics_is_error(each))
			continue;
		/* A linker puts its own name and paths in front. */
		if (!from)
			from = strrchr(each, '/') ? strrchr(each, '/') + 1 : each;
		text_clean(line, sizeof line, from, strlen(from));
		if (strstr(each, file) == from && atoi(from + strlen(file)) > 0)
			snprintf(result->where, sizeof result->where, "%s%d", file,
				 atoi(from + strlen(file)));
	}
	free(copy);
	result->outcome = COMPILE_BROKEN;
	if (end->timed_out || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGXCPU))
		text_format(result->message, sizeof result->message,
			    "does not %s: it takes too long", what);
	else if (end->too_full)
		text_format(result->message, sizeof result->message,
			    "does not %s: it fills more than %d MiB of the disk", what,
			    COMPILER_ROOM >> 20);
	else if (line[0] != '\0')
		text_format(result->message, sizeof result->message, "does not %s: %s", what, line);
	else
		text_format(result->message, sizeof result->message,
			    "does not %s: the compiler failed without a reason", what);
}

static void fault_set(CompileResult *result, const char *what, const char *why)
{
	result->outcome = COMPILE_FAULT;
	text_format(result->message, sizeof result->message, "%s: %s", what, why);
}

/* The student knows lab.h, and nothing of where the kit keeps its own. */
static void paths_shorten(const Options *o, ProcessEnd *end)
{
	static const char *const folders[] = {"/grader/stubs/", "/"};

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *prefix = text_new("%s%s", kit_seen_root(o), folders[i]);

		end->output_bytes = diagnostics_strip(end->output, end->output_bytes, prefix);
		free(prefix);
	}
	end->output[end->output_bytes] = '\0';
}

/* The folder that the compiler sees the box as. */
static const char *box_inside(const Step *step)
{
	return step->options->tier == SANDBOX_FULL ? SANDBOX_FOLDER : step->box;
}

/* Runs it in its sandbox. -1 with the fault told when it could not even be started. */
static int compiler_start(const Step *step, Words *words, ProcessEnd *end, CompileResult *result)
{
	char *path = text_new("PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *temporary = text_new("TMPDIR=%s", box_inside(step));
	char *outside = text_new("%s/%s", step->folder, step->input);
	char *beside = text_new("%s/%s", step->box, step->input);
	char *inside = text_new(SANDBOX_FOLDER "/%s", step->input);
	char *const env[] = {path, temporary, "LC_ALL=C", NULL};
	SandboxPaths shown;
	Sandbox sandbox = {
		.tier = step->options->tier,
		.shown = shown.list,
		.room_bytes = COMPILER_ROOM,
		.room_files = 1024,
		.processes = 32,
		.user = sandbox_user(),
	};
	ProcessSpec spec = {
		.argv = (char *const *)words->word,
		.env = env,
		.folder = step->box,
		.sandbox = &sandbox,
		.wall_s = 40,
		.cpu_s = 20,
		.files = 256,
		.address_bytes = UINT64_C(2) << 30,
		.file_bytes = OUTPUT_MAX,
	};
	int bad;

	words->word[words->count] = NULL;
	sandbox_paths_for_compiler(step->options, &shown);
	if (strcmp(step->what, "link") == 0)
		sandbox_paths_add_drive(step->options, step->lab, &shown);
	sandbox_paths_add(&shown, outside, inside);
	bad = sandbox.tier != SANDBOX_FULL && link(outside, beside) < 0 && errno != EEXIST;
	bad = bad || process_run(&spec, end) < 0;
	if (bad)
		fault_set(result, words->word[0], strerror(errno));
	else if (end->fault[0] != '\0')
		fault_set(result, "sandbox", end->fault);
	sandbox_paths_free(&shown);
	free(inside);
	free(beside);
	free(outside);
	free(temporary);
	free(path);
	return result->outcome == COMPILE_FAULT ? -1 : 0;
}

static void output_fetch(const Step *step, const ProcessEnd *end, CompileResult *result)
{
	char *to = text_new("%s/%s", step->folder, step->output);

	if (file_fetch(end->folder_fd, step->output, to, OUTPUT_MAX) < 0) {
		result->outcome = COMPILE_BROKEN;
		text_format(result->message, sizeof result->message,
			    "does not %s: the compiler made no %s that can be read", step->what,
			    step->output);
	}
	free(to);
}

/* What gcc notes about the lines of the file, for --coverage. */
static void notes_fetch(const Step *step, const ProcessEnd *end)
{
	char name[90], *to;

	snprintf(name, sizeof name, COVERAGE_NOTES, step->name);
	to = text_new("%s/%s", step->folder, name);
	if (file_fetch(end->folder_fd, name, to, OUTPUT_MAX) < 0)
		unlink(to); /* then gcov fails, and says so */
	free(to);
}

/* Runs the compiler once; 0 when it succeeded. */
static int compiler_run(const Step *step, Words *words, CompileResult *result)
{
	static ProcessEnd end; /* too large for some stacks */

	if (compiler_start(step, words, &end, result) < 0)
		return -1;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		output_fetch(step, &end, result);
	if (step->options->coverage && strcmp(step->what, "compile") == 0 && end.folder_fd >= 0)
		notes_fetch(step, &end);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
	paths_shorten(step->options, &end);

	size_t room = PROCESS_OUTPUT_MAX - result->diagnostics_bytes;
	size_t kept = end.output_bytes < room ? end.output_bytes : room;

	memcpy(result->diagnostics + result->diagnostics_bytes, end.output, kept);
	result->diagnostics_bytes += kept;
	result->diagnostics[result->diagnostics_bytes] = '\0';
	result->cut |= end.cut || kept < end.output_bytes;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		return result->outcome == COMPILE_OK ? 0 : -1;
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 127) {
		char line[200];

		text_clean(line, sizeof line, end.output, strcspn(end.output, "\n"));
		fault_set(result, "compiler", line);
	} else {
		broken_describe(step->name, result, step->what, &end);
	}
	return -1;
}

static int source_compile(Step step, CompileResult *result)
{
	static const char *const flags[] = {
		"-std=c11",
		"-D_GNU_SOURCE",
		"-O2",
		"-g",
		"-gz=none", /* what is compressed is refused: section_policy.c */
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
	const Options *o = step.options;
	char *map = text_new("-ffile-prefix-map=%s=.", box_inside(&step));
	char source[80], object[80];
	Words words = {.count = 0};

	snprintf(source, sizeof source, "%s.c", step.name);
	snprintf(object, sizeof object, "%s.o", step.name);
	step.what = "compile";
	step.input = source;
	step.output = object;
	words_add_all(&words, o->cc);
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		words_add(&words, flags[i]);
	words_add_all(&words, o->cflags);
	words_add(&words, map);
	words_add(&words, "-c");
	words_add(&words, "-o");
	words_add(&words, object);
	words_add(&words, source);

	int bad = compiler_run(&step, &words, result);

	free(map);
	return bad;
}

static void absent_describe(const Options *o, const char *file, CompileResult *result)
{
	char other[120], name[200];

	result->outcome = COMPILE_ABSENT;
	text_clean(name, sizeof name, o->submission_name, strlen(o->submission_name));
	if (misnamed_find(o->submission_fd, file, other, sizeof other))
		text_format(result->message, sizeof result->message,
			    "%s is not in %s; \"%s\" is there, but only the exact name is taken",
			    file, name, other);
	else
		text_format(result->message, sizeof result->message, "%s is not in %s", file, name);
}

static int program_link(Step step, CompileResult *result)
{
	const Options *o = step.options;
	const LabChecks *lab = step.lab;
	const char *build = kit_seen_build(o);
	char *drive[DRIVE_PARTS], *hidden = kit_seen_hidden(o, lab);
	char *lib = text_new("-L%s/lib", build), *sim = text_new("-L%s/simcuda", build);
	char object[80];
	Words words = {.count = 0};

	snprintf(object, sizeof object, "%s.o", lab->name);
	step.what = "link";
	step.input = object;
	step.output = lab->name;
	words_add_all(&words, o->cc);
	words_add_all(&words, o->cflags);            /* sanitizers are asked for here */
	words_add(&words, "-Wl,--enable-new-dtags"); /* so that LD_LIBRARY_PATH goes first */
	words_add(&words, "-o");
	words_add(&words, lab->name);
	words_add(&words, object);
	for (int i = 0; i < DRIVE_PARTS; i++) {
		drive[i] = kit_seen_drive(o, lab, i);
		words_add(&words, drive[i]);
	}
	if (hidden)
		words_add(&words, hidden);
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

	int bad = compiler_run(&step, &words, result);

	for (int i = 0; i < DRIVE_PARTS; i++)
		free(drive[i]);
	free(hidden);
	free(lib);
	free(sim);
	return bad;
}

/* Whether the object may be linked with the kit; if so, what the checks ask of it. */
static bool object_allow(const Step *step, CompileResult *result)
{
	static ObjectLook look; /* too large for some stacks */
	char *object = text_new("%s/%s.o", step->folder, step->name);

	object_look(step->options, step->lab, step->box, object, &look);
	free(object);
	if (look.outcome == OBJECT_ALLOWED) {
		memcpy(result->facts, look.facts, sizeof result->facts);
		return true;
	}
	result->outcome = look.outcome == OBJECT_REFUSED ? COMPILE_REFUSED : COMPILE_FAULT;
	memcpy(result->message, look.message, sizeof result->message);
	memcpy(result->where, look.where, sizeof result->where);
	return false;
}

/* Keeps which lines the program's addresses are of, for the judges. */
static void lines_note(const Step *step, CompileResult *result)
{
	char *program = text_new("%s/%s", step->folder, step->name), *table, source[80], why[200];
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	ApartEnd end = APART_FAULT;

	table = text_new("%s/" LINE_TABLE, step->folder, step->name);
	snprintf(source, sizeof source, "%s.c", step->name);
	if (fd < 0)
		text_format(why, sizeof why, "%s: %s", program, strerror(errno));
	else
		end = line_table_make(step->options->tier, step->box, fd, source, table, why,
				      sizeof why);
	if (fd >= 0)
		close(fd);
	if (end == APART_FAULT) {
		fault_set(result, "lines", why);
	} else if (end == APART_BROKEN) {
		result->outcome = COMPILE_REFUSED;
		text_format(result->message, sizeof result->message,
			    "%s: the debug information of its compiled form %s", source, why);
	}
	free(table);
	free(program);
}

/* --- whose fault ------------------------------------------------------------------------------ */

#define CONTROL "control"

/* A compiler that fails at what is surely right would have failed at anything: no disk, no memory,
 * half of it missing. Then the student is not to blame. */
static void fault_look(Step step, CompileResult *result)
{
	static CompileResult control;
	const char *folder = step.folder;
	char *path = work_path(step.options, step.lab, CONTROL ".c");
	FILE *file = fopen(path, "we");
	int written = file && fputs("#include \"lab.h\"\n"
				    "int control(void)\n"
				    "{\n"
				    "\treturn TODO(int, \"0\");\n"
				    "}\n",
				    file) >= 0;

	memset(&control, 0, sizeof control);
	written = file && fclose(file) == 0 && written;
	free(path);
	step.name = CONTROL;
	if (disk_is_full(folder, result->message, sizeof result->message)) {
		result->outcome = COMPILE_FAULT;
	} else if (!written) {
		fault_set(result, folder, strerror(errno));
	} else if (source_compile(step, &control) < 0) {
		result->outcome = COMPILE_FAULT;
		text_format(result->message, sizeof result->message,
			    "the compiler fails at an empty lab too: %s", control.message);
	}
}

void compile_lab(const Options *o, const LabChecks *lab, CompileResult *result)
{
	char *folder = work_path(o, lab, NULL), *box = work_path(o, lab, "box-XXXXXX");
	char file[80], *source;
	Step step = {.options = o, .lab = lab, .folder = folder, .box = box, .name = lab->name};

	memset(result, 0, sizeof *result);
	snprintf(file, sizeof file, "%s.c", lab->name);
	snprintf(result->where, sizeof result->where, "%s", file);
	source = work_path(o, lab, file);
	if (folder_create(folder) < 0 || sandbox_folder_create(box) < 0) {
		fault_set(result, folder, strerror(errno));
	} else {
		switch (copy_in(o->submission_fd, file, source, result->message,
				sizeof result->message)) {
		case COPY_IN_OK:
			if (source_compile(step, result) == 0 && object_allow(&step, result) &&
			    program_link(step, result) == 0)
				lines_note(&step, result);
			if (result->outcome == COMPILE_BROKEN)
				fault_look(step, result);
			break;
		case COPY_IN_ABSENT:
			absent_describe(o, file, result);
			break;
		case COPY_IN_REFUSED:
			result->outcome = COMPILE_REFUSED;
			break;
		case COPY_IN_FAULT:
			result->outcome = COMPILE_FAULT;
			break;
		}
	}
	folder_remove(box);
	free(source);
	free(box);
	free(folder);
}
