/* compile.c - one call of the compiler for the student's file, one to link it with the drive.
 *
 * The compiler runs in a sandbox, in an empty folder where only the source lies, under the lab's
 * own name, so its messages say lab3_copies.c:12 and nothing of where that is. What it made is
 * fetched from there. */
#include "grader/compile/compile_cuda.h"

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
#include "grader/compile/disk_filled.h"
#include "grader/compile/program_look.h"
#include "grader/probe/apart.h"
#include "grader/probe/line_table.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/misnamed.h"
#include "grader/setup/sandbox_paths.h"
#include "grader/setup/work_dir.h"

static int source_compile(Step step, CompileResult *result)
{
	static const char *const flags[] = {
		"-std=c11",
		"-D_GNU_SOURCE",
		"-O2",
		"-g",
		"-gz=none", /* what is compressed is refused: section_policy.c */
		"-fPIC",
		"-fno-common", /* all variables lie in sections, which are looked at: load_policy.c */
		"-fvisibility=hidden", /* no library calls a function of the lab's: see symbol_policy.c */
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
	char *map = text_new("-ffile-prefix-map=%s=.", compiler_folder(&step));
	char source[80], object[80];
	Arguments arguments = {.count = 0};

	snprintf(source, sizeof source, "%s%s", step.name, lab_ending(step.lab));
	snprintf(object, sizeof object, "%s.o", step.name);
	step.what = "compile";
	step.input = source;
	step.output = object;
	arguments_add_all(&arguments, o->cc);
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		arguments_add(&arguments, flags[i]);
	arguments_add_all(&arguments, o->cflags);
	arguments_add(&arguments, map);
	arguments_add(&arguments, "-c");
	arguments_add(&arguments, "-o");
	arguments_add(&arguments, object);
	arguments_add(&arguments, source);

	int bad = compiler_run(&step, &arguments, result);

	free(map);
	return bad;
}

static int lab_compile(Step step, CompileResult *result)
{
	bool is_control = step.name != step.lab->name;

	return step.lab->is_cuda ? cuda_compile(step, !is_control, result)
				 : source_compile(step, result);
}

static void absent_describe(const Options *o, const char *file, CompileResult *result)
{
	char other[120], name[200];

	result->outcome = COMPILE_ABSENT;
	text_clean(name, sizeof name, o->submission_name, strlen(o->submission_name));
	if (misnamed_find(o->labs_fd, file, other, sizeof other))
		text_format(result->message, sizeof result->message,
			    "%s is not in %s; \"%s\" is there, but only the exact name is taken",
			    file, name, other);
	else
		text_format(result->message, sizeof result->message, "%s is not in %s", file, name);
}

/* Two texts and two objects of a lab with kernels, and the two of an empty lab (fault_look), each of them twice
 * (compile_cuda.c), and two programs; what the objects and the programs hold is read. */
_Static_assert(COMPILE_SECONDS > 14 * COMPILER_SECONDS + 6 * APART_WAIT(10),
	       "a build must not end before a compiler does");

/* Makes the program NAME of NAME.o. */
static int program_link(Step step, const char *name, CompileResult *result)
{
	const Options *o = step.options;
	const LabChecks *lab = step.lab;
	const char *build = kit_seen_build(o);
	char *drive[DRIVE_PARTS], *hidden = kit_seen_hidden(o, lab);
	char *lib = text_new("-L%s/lib", build), *sim = text_new("-L%s/simcuda", build);
	char *object = text_new("%s.o", name);
	Arguments arguments = {.count = 0};

	step.what = "link";
	step.input = object;
	step.output = name;
	arguments_add_all(&arguments, o->cc);
	arguments_add_all(&arguments, o->cflags); /* sanitizers are asked for here */
	/* A path of the toolkit's comes after LD_LIBRARY_PATH. And what the kit's libraries need is not looked for:
	 * more than half of a linker's time went into the names of a BLAS that no lab calls. */
	arguments_add(&arguments, "-Wl,--enable-new-dtags,--allow-shlib-undefined");
	/* the table of functions that the program calls, the drive with it, is read-only before anything of it runs; and
	 * its code always: the loader fills nothing in there */
	arguments_add(&arguments, "-Wl,-z,relro,-z,now,-z,text");
	arguments_add(&arguments, "-o");
	arguments_add(&arguments, name);
	arguments_add(&arguments, object);
	for (int i = 0; i < DRIVE_PARTS; i++) {
		drive[i] = kit_seen_drive(o, lab, i);
		arguments_add(&arguments, drive[i]);
	}
	if (hidden)
		arguments_add(&arguments, hidden);
	arguments_add(&arguments, lib);
	arguments_add(&arguments, "-lusegpu");
	arguments_add_all(&arguments, o->ldflags);
	if (o->gpu != GPU_CUDA)
		arguments_add(&arguments, sim);
	arguments_add(&arguments, "-lcublas");
	arguments_add(&arguments, "-lcudart");
	arguments_add(&arguments, "-lm");

	int bad = compiler_run(&step, &arguments, result);

	for (int i = 0; i < DRIVE_PARTS; i++)
		free(drive[i]);
	free(object);
	free(hidden);
	free(lib);
	free(sim);
	return bad;
}

/* Whether what was looked at is let through; if not, the result says why. */
static bool look_take(const ObjectLook *look, CompileResult *result)
{
	if (look->outcome == OBJECT_ALLOWED)
		return true;
	result->outcome = look->outcome == OBJECT_REFUSED ? COMPILE_REFUSED : COMPILE_FAULT;
	memcpy(result->message, look->message, sizeof result->message);
	memcpy(result->where, look->where, sizeof result->where);
	return false;
}

/* Whether the object may be linked with the kit; if so, what the checks ask of it. */
static bool object_allow(const Step *step, const char *name, CompileResult *result)
{
	static ObjectLook look; /* too large for some stacks */
	char *object = text_new("%s/%s.o", step->folder, name);

	object_look(step->options, step->lab, step->box, object, &look);
	free(object);
	if (!look_take(&look, result))
		return false;
	memcpy(result->facts, look.facts, sizeof result->facts);
	return true;
}

/* Whether what the linker has made of it may be run. */
static bool program_allow(const Step *step, const char *name, CompileResult *result)
{
	static ObjectLook look;
	char *program = text_new("%s/%s", step->folder, name);

	program_look(step->options, step->lab, step->box, program, &look);
	free(program);
	return look_take(&look, result);
}

/* Keeps which lines the program's addresses are of, for the judges. */
static void lines_note(const Step *step, const char *name, CompileResult *result)
{
	char *program = text_new("%s/%s", step->folder, name), *table, source[80], why[200];
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	ApartEnd end = APART_FAULT;

	table = text_new("%s/" LINE_TABLE, step->folder, name);
	snprintf(source, sizeof source, "%s%s", step->name, lab_ending(step->lab));
	if (fd < 0)
		text_format(why, sizeof why, "%s: %s", program, strerror(errno));
	else
		end = line_table_make(step->options->tier, step->box, fd, source, table, why,
				      sizeof why);
	if (fd >= 0)
		close(fd);
	if (end == APART_FAULT) {
		compile_fault(result, "lines", why);
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
	char *path =
		work_path(step.options, step.lab, step.lab->is_cuda ? CONTROL ".cu" : CONTROL ".c");
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
		compile_fault(result, folder, strerror(errno));
	} else if (lab_compile(step, &control) < 0) {
		result->outcome = COMPILE_FAULT;
		text_format(result->message, sizeof result->message,
			    "the compiler fails at an empty lab too: %s", control.message);
	}
}

/* A lab with kernels makes two programs. */
static void programs_make(const Step *step, CompileResult *result)
{
	const int programs = step->lab->is_cuda ? 2 : 1;
	char name[2][100];

	snprintf(name[0], sizeof name[0], "%s", step->name);
	snprintf(name[1], sizeof name[1], "%s" OPTIMISED, step->name);
	for (int i = 0; i < programs && result->outcome == COMPILE_OK; i++)
		if (object_allow(step, name[i], result) &&
		    program_link(*step, name[i], result) == 0 &&
		    program_allow(step, name[i], result))
			lines_note(step, name[i], result);
}

void compile_lab(const Options *o, const LabChecks *lab, CompileResult *result)
{
	char *folder = work_path(o, lab, NULL), *box = work_path(o, lab, "box-XXXXXX");
	char file[80], *source;
	Step step = {.options = o, .lab = lab, .folder = folder, .box = box, .name = lab->name};

	memset(result, 0, sizeof *result);
	snprintf(file, sizeof file, "%s%s", lab->name, lab_ending(lab));
	snprintf(result->where, sizeof result->where, "%s", file);
	source = work_path(o, lab, file);
	if (folder_create(folder) < 0 || sandbox_folder_create(box) < 0) {
		compile_fault(result, folder, strerror(errno));
	} else {
		switch (copy_in(o->labs_fd, file, source, result->message,
				sizeof result->message)) {
		case COPY_IN_OK:
			if (lab_compile(step, result) == 0)
				programs_make(&step, result);
			if (result->outcome != COMPILE_OK && !disk_filled(&step, result) &&
			    result->outcome == COMPILE_BROKEN)
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
