/* program_look.h - looks into the program that was linked of a lab and the drive.
 *
 * What the lab's object may hold was looked at before (object_look.h), by the object's sections and names. But it is the
 * linker that makes a program of them, and it may read in an object what our reader does not. So the program is looked
 * at as the loader does: what it would do before main must be what it does for any lab (program_policy.c). */
#ifndef GRADER_COMPILE_PROGRAM_LOOK_H
#define GRADER_COMPILE_PROGRAM_LOOK_H

#include "grader/compile/object_look.h"

/* As object_look(), of the program of that path; no facts are told. */
void program_look(const Options *options, const LabChecks *lab, const char *box,
		  const char *program, ObjectLook *look);

#endif
