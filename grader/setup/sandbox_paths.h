/* sandbox_paths.h - which files of the computer and of the kit a sandboxed program can see. */
#ifndef GRADER_SETUP_SANDBOX_PATHS_H
#define GRADER_SETUP_SANDBOX_PATHS_H

#include "grader/sandbox/sandbox.h"
#include "grader/setup/options.h"
#include "grader/setup/registry.h"

#define SANDBOX_PATHS_MAX 96

typedef struct SandboxPaths {
	SandboxPath list[SANDBOX_PATHS_MAX + 1];
	int count;
} SandboxPaths;

/* What the compiler needs: itself and the C library, the folders of headers that the flags name; nothing of solutions/,
 * of the checks, of the simulator's own sources or of the home folder. */
void sandbox_paths_for_compiler(const Options *options, SandboxPaths *shown);

/* The folder of those in which that absolute path without links lies, so that a source could include what is there;
 * NULL: in none of them. */
const char *sandbox_paths_reach(const char *path);

/* What it needs besides to link: the kit's libraries, the lab's drive, and that of its hidden checks. A source must not
 * see them: it could include their bytes (.incbin), and so have in its program what a check forbids; and the list of
 * mounts has their paths. */
void sandbox_paths_add_linked(const Options *options, const LabChecks *lab, SandboxPaths *shown);

/* What a lab's program needs to run for a check: the loader, shared libraries, the framework as the check
 * allows it, the simulated machines. */
void sandbox_paths_for_program(const Options *options, const Check *check, SandboxPaths *shown);

/* Adds a path; `to` as in SandboxPath. The texts are copied. */
void sandbox_paths_add(SandboxPaths *shown, const char *path, const char *to);

void sandbox_paths_free(SandboxPaths *shown);

#endif
