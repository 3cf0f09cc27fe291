/* kit_digest.h - what verdicts depend on besides the submission: the kit as it is built. */
#ifndef GRADER_CLASS_INTAKE_KIT_DIGEST_H
#define GRADER_CLASS_INTAKE_KIT_DIGEST_H

#include "grader/base/digest.h"

/* The digest of the grader, the drives, the simulator, the framework and the headers, by content,
 * and of what the compiler says of itself. `grader` is the command that grades, closed by NULL. -1
 * with one line on stderr when a part cannot be read. */
int kit_digest(const char *build, char *const *grader, char hex[DIGEST_SIZE]);

#endif
