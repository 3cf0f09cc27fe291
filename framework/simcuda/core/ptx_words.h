/* ptx_words.h - what all messages about a kernel that fails are made of. */
#ifndef FRAMEWORK_SIMCUDA_CORE_PTX_WORDS_H
#define FRAMEWORK_SIMCUDA_CORE_PTX_WORDS_H

#include "framework/simcuda/core/ptx_launch.h"

/* "kernel saxpy", where in it, and which thread: parts of every message. */
typedef struct PtxWords {
	char where[96], thread[96];
} PtxWords;

/* "reads" or "writes" */
const char *ptx_verb(const PtxFault *fault);

/* "shared" */
const char *ptx_space_name(PtxSpace space);

/* Tells of an access outside of what there is. */
void ptx_outside_tell(const PtxRun *run, const PtxFault *fault, const PtxWords *words);

#endif
