/* sandbox_paths.c - lists of paths. The sandbox leaves out what this computer does not have. */
#include "grader/setup/sandbox_paths.h"

#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/setup/kit_copy.h"

/* Where Debian and others have the loader and shared libraries. Programs lie elsewhere, so system()
 * finds no shell. */
static const char *const libraries[] = {
	"/lib", "/lib64", "/lib32", "/usr/lib64", "/etc/alternatives", "/etc/ld.so.cache",
};

/* Where compilers and the C library are installed. Not /usr as a whole: in /usr/src or /usr/local there may be a kit
 * with its solutions, or a class. */
static const char *const toolchain[] = {
	"/bin",
	"/sbin",
	"/lib",
	"/lib64",
	"/lib32",
	"/libx32",
	"/usr/bin",
	"/usr/sbin",
	"/usr/include",
	"/usr/lib",
	"/usr/lib64",
	"/usr/lib32",
	"/usr/libx32",
	"/usr/libexec",
	"/usr/*-linux-*",
	"/usr/local/bin",
	"/usr/local/include",
	"/usr/local/lib",
	"/usr/local/lib64",
	"/usr/local/libexec",
	"/usr/local/*-linux-*",
	"/etc/alternatives",
	"/etc/ld.so.cache",
};

/* A real GPU: its device files, and where the driver describes it. The last two are for Linux in
 * Windows (WSL, gpu_detect.c), whose driver brings its libraries. */
static const char *const hardware[] = {"/dev/nvidia*", "/sys", "/dev/dxg", "/usr/lib/wsl"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

void sandbox_paths_add(SandboxPaths *shown, const char *path, const char *to)
{
	if (shown->count == SANDBOX_PATHS_MAX)
		return; /* whoever misses the file says so */
	shown->list[shown->count].path = text_new("%s", path);
	shown->list[shown->count].to = !to ? NULL : text_new("%s", to);
	shown->count++;
}

static void glob_add(SandboxPaths *shown, const char *pattern)
{
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0)
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		sandbox_paths_add(shown, found.gl_pathv[i], NULL);
	globfree(&found);
}

static void kit_add(const Options *o, SandboxPaths *shown, const char *part)
{
	char *path = text_new("%s/%s", kit_seen_build(o), part);

	sandbox_paths_add(shown, path, NULL);
	free(path);
}

/* Under the path that is used for it, also where that is a link, as NVIDIA's lib64 is. */
static void folder_add(SandboxPaths *shown, const char *path)
{
	char *whole = realpath(path, NULL);

	sandbox_paths_add(shown, whole ? whole : path, whole ? path : NULL);
	free(whole);
}

/* Whether the path is the folder or lies in it. */
static bool is_within(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_shown(const SandboxPaths *shown, const char *path)
{
	for (int i = 0; i < shown->count; i++)
		if (!shown->list[i].to && is_within(path, shown->list[i].path))
			return true;
	return false;
}

static bool is_simulator(const char *folder)
{
	static const char end[] = "/framework/simcuda";
	size_t length = strlen(folder), its = sizeof end - 1;

	return length > its && strcmp(folder + length - its, end) == 0;
}

/* What is offered of the simulator, in whose folder all of its machine lies. */
static void simulator_add(SandboxPaths *shown, const char *folder)
{
	static const char *const offered[] = {"simcuda.h", "simcuda_kernel.h"};

	for (size_t i = 0; i < COUNT(offered); i++) {
		char *path = text_new("%s/%s", folder, offered[i]);

		folder_add(shown, path);
		free(path);
	}
}

/* The folders of -I, -isystem and -L, and a compiler that is given by its path. */
static void words_add(SandboxPaths *shown, char *const *words)
{
	for (; *words; words++) {
		const char *word = *words;

		if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0)
			word += 2;
		if (word[0] != '/' || is_shown(shown, word))
			continue;
		if (is_simulator(word))
			simulator_add(shown, word);
		else
			folder_add(shown, word);
	}
}

void sandbox_paths_for_compiler(const Options *o, SandboxPaths *shown)
{
	memset(shown, 0, sizeof *shown);
	for (size_t i = 0; i < COUNT(toolchain); i++)
		glob_add(shown, toolchain[i]);
	words_add(shown, o->cc);
	words_add(shown, o->cflags);
	words_add(shown, o->ldflags);
	kit_add(o, shown, PRECOMPILED);
}

const char *sandbox_paths_reach(const char *path)
{
	for (size_t i = 0; i < COUNT(toolchain); i++) {
		char *folder = realpath(toolchain[i], NULL);
		bool within = folder && is_within(path, folder);

		free(folder);
		if (within)
			return toolchain[i];
	}
	return NULL;
}

void sandbox_paths_add_linked(const Options *o, const LabChecks *lab, SandboxPaths *shown)
{
	kit_add(o, shown, "lib");
	kit_add(o, shown, "simcuda");
	for (int i = 0; i <= DRIVE_PARTS; i++) {
		char *path = i < DRIVE_PARTS ? kit_seen_drive(o, lab, i) : kit_seen_hidden(o, lab);
		if (path)
			sandbox_paths_add(shown, path, NULL);
		free(path);
	}
}

void sandbox_paths_for_program(const Options *o, const Check *check, SandboxPaths *shown)
{
	char *framework = kit_seen_framework(o, check);

	memset(shown, 0, sizeof *shown);
	for (size_t i = 0; i < COUNT(libraries); i++)
		sandbox_paths_add(shown, libraries[i], NULL);
	glob_add(shown, "/usr/lib/*-linux-gnu*");
	if (o->gpu == GPU_CUDA) {
		for (size_t i = 0; i < COUNT(hardware); i++)
			glob_add(shown, hardware[i]);
		words_add(shown, o->ldflags); /* NVIDIA's libraries */
	}
	sandbox_paths_add(shown, framework, NULL);
	free(framework);
	/* whose machine is in another process gets none of its own, in which it could try what it is asked to guess */
	if (!o->remote || o->gpu == GPU_CUDA)
		kit_add(o, shown, "simcuda");
	if (o->remote) {
		kit_add(o, shown, "simcuda-remote");
		kit_add(o, shown, "simcuda/kernels"); /* links lead there */
		kit_add(o, shown, "simcuda/machines");
	}
}

void sandbox_paths_free(SandboxPaths *shown)
{
	for (int i = 0; i < shown->count; i++) {
		free((char *)(uintptr_t)shown->list[i].path);
		free((char *)(uintptr_t)shown->list[i].to);
	}
	shown->count = 0;
}
