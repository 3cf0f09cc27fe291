/* compile_cuda.c - clang compiles a lab's kernels to PTX, and then the rest of the file, which carries
 * that text along. It needs none of NVIDIA's files: kernels get our own headers. These are most of what it reads, four
 * times a lab, so `make` has it read them once (cuda_precompile). What does not compile that way is compiled once more
 * without: the headers may have changed since, or the kit lies elsewhere. */
#include "grader/compile/compile_cuda.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/compile/diagnostics.h"
#include "grader/sandbox/run_trusted.h"
#include "grader/setup/kit_copy.h"

static const char *const compilers[] = {
	"clang",    "clang-21", "clang-20", "clang-19", "clang-18",
	"clang-17", "clang-16", "clang-15", "clang-14",
};

static const char *const flags[] = {
	"-x",
	"cuda",
	"-nocudainc",
	"-nocudalib",
	"--cuda-path=/nonexistent",
	"-Xclang",
	"-target-sdk-version=11.5",
	"--cuda-gpu-arch=sm_75",
	"-std=c++17",
	"-D_GNU_SOURCE",
	"-ffp-contract=off",
	"-fno-show-column",
	"-fmessage-length=0",
	"-fno-color-diagnostics",
	"-fno-caret-diagnostics",
	"-Wno-unknown-warning-option", /* the grader's words are gcc's */
};

static const char *const first[] = {"-include", "device/simcuda_first.hpp", "-include", "lab.h"};

/* One text of the file's kernels. */
static const char *const device_flags[] = {
	"--cuda-device-only",
	"-S",
	"-gline-tables-only",
	"-Wall",
	"-Wextra",
	"-Wno-unused-parameter", /* an empty kernel has nothing else */
	"-Wno-sign-compare", /* threadIdx.x < n stands in nearly every kernel, and nvcc says nothing */
	"-Xclang",
	"-target-feature",
	"-Xclang",
	"+ptx63",
};

/* No exceptions, no types at run time, no guards of statics: the lab is linked without a C++ library. */
static const char *const host_flags[] = {
	"--cuda-host-only",
	"-c",
	"-O1",
	"-g",
	"-gz=none",
	"-fPIC",
	"-fvisibility=hidden", /* as in C */
	"-fno-omit-frame-pointer",
	"-fno-optimize-sibling-calls",
	"-mllvm",
	"-enable-tail-merge=false", /* two launches in the branches of an if would be one, of no line */
	"-ffunction-sections",
	"-fdata-sections",
	"-fno-exceptions",
	"-fno-rtti",
	"-fno-threadsafe-statics",
	"-w", /* what there is to warn about was told with the kernels */
	"-Xclang",
	"-fcuda-include-gpubinary",
	"-Xclang",
};

/* What clang is run for. */
typedef struct Pass {
	const char *const *flags;
	size_t count;
	const char *name;
} Pass;

static const Pass kernels = {device_flags, sizeof device_flags / sizeof *device_flags, "kernels"};
static const Pass host = {host_flags, sizeof host_flags / sizeof *host_flags, "host"};

static void flags_add(Arguments *arguments, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		arguments_add(arguments, list[i]);
}

/* Folders of headers; sanitizers and counters are gcc's, and not for kernels. */
static void headers_add(Arguments *arguments, char *const *cflags)
{
	for (; *cflags; cflags++)
		if (strncmp(*cflags, "-I", 2) == 0)
			arguments_add(arguments, *cflags);
}

/* A path in PATH, to be freed; NULL: there is no clang. */
static char *compiler_find(void)
{
	const char *path = getenv("PATH");

	path = path ? path : "/usr/bin:/bin";
	for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
		const char *at = path;

		while (*at != '\0') {
			size_t length = strcspn(at, ":");
			char *file = text_new("%.*s/%s", (int)length, at, compilers[i]);

			if (access(file, X_OK) == 0)
				return file;
			free(file);
			at += length;
			at += strspn(at, ":");
		}
	}
	return NULL;
}

/* clang, and what it is told in each run. */
static void pass_begin(Arguments *arguments, const char *clang, const Options *o, const Pass *pass,
		       const char *last)
{
	arguments->count = 0;
	arguments_add(arguments, clang);
	flags_add(arguments, flags, sizeof flags / sizeof *flags);
	headers_add(arguments, o->cflags);
	flags_add(arguments, pass->flags, pass->count);
	arguments_add(arguments, last);
}

/* The headers as clang keeps them for such a pass, in that folder. To be freed. */
static char *precompiled_path(const char *build, const Pass *pass, const char *last)
{
	return text_new("%s/" PRECOMPILED "/%s%s.pch", build, pass->name,
			pass == &kernels ? last : "");
}

/* One run of clang on the lab's file; with NULL it reads the headers themselves. */
static int clang_try(Step *step, const char *clang, const Pass *pass, const char *last,
		     const char *headers, CompileResult *result)
{
	char *map = text_new("-ffile-prefix-map=%s=.", compiler_folder(step));
	Arguments arguments;
	size_t told = result->diagnostics_bytes;
	int bad;

	pass_begin(&arguments, clang, step->options, pass, last);
	if (headers) {
		arguments_add(&arguments, "-include-pch");
		arguments_add(&arguments, headers);
	} else {
		flags_add(&arguments, first, sizeof first / sizeof *first);
	}
	arguments_add(&arguments, map);
	arguments_add(&arguments, "-o");
	arguments_add(&arguments, step->output);
	arguments_add(&arguments, step->input);
	bad = compiler_run(step, &arguments, result);
	told += diagnostics_own_notes(result->diagnostics + told, result->diagnostics_bytes - told,
				      step->input);
	result->diagnostics_bytes = told;
	result->diagnostics[told] = '\0';
	free(map);
	return bad;
}

static int clang_run(Step *step, const char *clang, const Pass *pass, const char *last,
		     CompileResult *result)
{
	const size_t told = result->diagnostics_bytes;
	char *headers = precompiled_path(kit_seen_build(step->options), pass, last);
	int there = access(headers, R_OK) == 0, bad = -1;

	if (there)
		bad = clang_try(step, clang, pass, last, headers, result);
	if (!there || (bad && result->outcome == COMPILE_BROKEN && !result->too_slow)) {
		result->outcome = COMPILE_OK;
		result->message[0] = result->where[0] = '\0';
		result->diagnostics_bytes = told;
		bad = clang_try(step, clang, pass, last, NULL, result);
	}
	free(headers);
	return bad;
}

static int object_make(Step *step, const char *clang, const char *level, const char *object,
		       CompileResult *result)
{
	char *ptx = text_new("%s.ptx", object);
	int bad;

	step->beside = NULL;
	step->output = ptx;
	bad = clang_run(step, clang, &kernels, level, result);
	step->beside = ptx;
	step->output = object;
	if (bad == 0)
		bad = clang_run(step, clang, &host, ptx, result);
	free(ptx);
	return bad;
}

int cuda_compile(Step step, int optimised, CompileResult *result)
{
	char *clang = compiler_find(), source[80], object[2][80];
	int bad = -1;

	snprintf(source, sizeof source, "%s%s", step.name, lab_ending(step.lab));
	snprintf(object[0], sizeof object[0], "%s.o", step.name);
	snprintf(object[1], sizeof object[1], "%s" OPTIMISED ".o", step.name);
	step.what = "compile";
	step.input = source;
	if (step.options->gpu == GPU_CUDA)
		compile_fault(result, "kernels",
			      "labs with kernels are graded on simulated GPUs, without GPU=cuda");
	else if (!clang)
		compile_fault(result, "kernels",
			      "they are compiled by clang, 14 or later, which is not installed: "
			      "apt install clang");
	else
		bad = object_make(&step, clang, "-O0", object[0], result);
	if (bad == 0 && optimised) {
		size_t told = result->diagnostics_bytes;

		bad = object_make(&step, clang, "-O2", object[1], result);
		if (bad == 0) { /* the same once more */
			result->diagnostics_bytes = told;
			result->diagnostics[told] = '\0';
		}
	}
	free(clang);
	return bad;
}

/* --- what `make` has it read ------------------------------------------------------------------- */

#define PRECOMPILE_SECONDS 60

static void headers_precompile(const Options *o, const char *clang, const Pass *pass,
			       const char *last)
{
	char *path = precompiled_path(o->build, pass, last);
	char *new = text_new("%s.new", path), *const none[] = {NULL};
	Arguments arguments;

	pass_begin(&arguments, clang, o, pass, last);
	flags_add(&arguments, first, sizeof first / sizeof *first);
	arguments_add(&arguments, "-Xclang");
	arguments_add(&arguments, "-emit-pch");
	arguments_add(&arguments, "-o");
	arguments_add(&arguments, new);
	arguments_add(&arguments, "/dev/null");
	arguments.word[arguments.count] = NULL;
	unlink(path);
	if (run_trusted(o->root, (char *const *)(uintptr_t)arguments.word, none, PRECOMPILE_SECONDS,
			NULL, 0))
		rename(new, path);
	free(new);
	free(path);
}

void cuda_precompile(const Options *o)
{
	char *clang = compiler_find(), *folder = text_new("%s/" PRECOMPILED, o->build);

	if (clang && folder_create(folder) == 0) {
		headers_precompile(o, clang, &kernels, "-O0");
		headers_precompile(o, clang, &kernels, "-O2");
		headers_precompile(o, clang, &host,
				   "no.ptx"); /* read with what it is compiled with */
	}
	free(folder);
	free(clang);
}
