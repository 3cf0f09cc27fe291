/* shown.h - which files of the machine and of the kit a sandboxed program gets to see. */
#ifndef SHOWN_H
#define SHOWN_H

#include "options.h"
#include "registry.h"
#include "sandbox.h"

#define SHOWN_MAX 96

typedef struct Shown {
	SandboxShown list[SHOWN_MAX + 1];
	int count;
} Shown;

/* What the compiler needs: itself and the C library, the folders that the flags name, the kit's
 * libraries, the lab's drive; nothing of solutions/, of the checks or of the home folder. */
void shown_to_compiler(const Options *options, const LabChecks *lab, Shown *shown);

/* What a lab's program needs to run: the loader, shared libraries, the simulated machines. */
void shown_to_program(const Options *options, Shown *shown);

/* One more; `to` as in SandboxShown. The texts are copied. */
void shown_add(Shown *shown, const char *path, const char *to);

void shown_free(Shown *shown);

#endif
