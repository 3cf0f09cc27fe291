/* isolation.h - chooses the sandbox in which archives are unpacked. */
#ifndef GRADER_CLASS_INTAKE_ISOLATION_H
#define GRADER_CLASS_INTAKE_ISOLATION_H

#include "grader/sandbox/sandbox.h"

/* The strongest tier that works on this computer, probed in `folder`, and at most the one that
 * --isolation in the grader's command asks for. 0 and *tier, or -1 with a line on stderr. */
int isolation_choose(char *const *grader, const char *folder, SandboxTier *tier);

#endif
