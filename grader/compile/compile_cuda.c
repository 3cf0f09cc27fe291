/* compile_cuda.c - clang compiles a lab's kernels to PTX, and then the rest of the file, which carries
 * that text along. It needs none of NVIDIA's files: kernels get our own headers. */
#include "grader/compile/compile_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/compile/diagnostics.h"

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
	"-include",
	"device/simcuda_first.hpp",
};

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

/* One run of clang on the lab's file. */
static int clang_run(Step *step, const char *clang, const char *const *more, size_t count,
		     const char *last, CompileResult *result)
{
	char *map = text_new("-ffile-prefix-map=%s=.", compiler_folder(step));
	Arguments arguments = {.count = 0};
	size_t told;
	int bad;

	arguments_add(&arguments, clang);
	flags_add(&arguments, flags, sizeof flags / sizeof *flags);
	headers_add(&arguments, step->options->cflags);
	flags_add(&arguments, more, count);
	arguments_add(&arguments, last);
	arguments_add(&arguments, map);
	arguments_add(&arguments, "-o");
	arguments_add(&arguments, step->output);
	arguments_add(&arguments, step->input);
	told = result->diagnostics_bytes;
	bad = compiler_run(step, &arguments, result);
	told += diagnostics_own_notes(result->diagnostics + told, result->diagnostics_bytes - told,
				      step->input);
	result->diagnostics_bytes = told;
	result->diagnostics[told] = '\0';
	free(map);
	return bad;
}

static int object_make(Step *step, const char *clang, const char *level, const char *object,
		       CompileResult *result)
{
	char *ptx = text_new("%s.ptx", object);
	int bad;

	step->beside = NULL;
	step->output = ptx;
	bad = clang_run(step, clang, device_flags, sizeof device_flags / sizeof *device_flags,
			level, result);
	step->beside = ptx;
	step->output = object;
	if (bad == 0)
		bad = clang_run(step, clang, host_flags, sizeof host_flags / sizeof *host_flags,
				ptx, result);
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
