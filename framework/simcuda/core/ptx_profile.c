/* ptx_profile.c - what a launch did, line by line. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

/* A line with the number of an instruction that is of it. */
typedef struct Part {
	uint32_t file, line;
	const PtxTally *tally;
} Part;

static int part_compare(const void *a, const void *b)
{
	const Part *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static void tally_add(PtxTally *to, const PtxTally *from)
{
	to->warps += from->warps;
	to->active += from->active;
	to->lanes += from->lanes;
	to->requests += from->requests;
	to->sectors += from->sectors;
	to->wavefronts += from->wavefronts;
	to->conflicts += from->conflicts;
	to->divergent += from->divergent;
}

static void lines_fill(SimProfile *profile, const PtxModule *module, const Part *part, size_t parts)
{
	for (size_t i = 0; i < parts; i++) {
		if (i == 0 || part_compare(&part[i - 1], &part[i]) != 0) {
			const char *file =
				part[i].file < module->files ? module->file[part[i].file] : NULL;
			profile->line[profile->lines++] =
				(SimKernelLine){.file = file ? file : "", .line = part[i].line};
		}
		tally_add(&profile->line[profile->lines - 1].tally, part[i].tally);
	}
}

SimProfile *ptx_profile(const PtxLaunch *launch, const SimKernelCounts *counts)
{
	size_t all = ptx_code_count(launch->module, launch->kernel), parts = 0;
	Part *part = calloc(all, sizeof *part);
	for (size_t i = 0; part && i < all; i++) {
		const PtxInstr *instr = ptx_code_at(launch->module, launch->kernel, i);
		if (launch->tally[i].warps)
			part[parts++] = (Part){instr->file, instr->line, &launch->tally[i]};
	}
	SimProfile *profile =
		part ? malloc(sizeof *profile + parts * sizeof profile->line[0]) : NULL;
	if (profile) {
		if (parts > 1)
			qsort(part, parts, sizeof *part, part_compare);
		profile->counts = *counts;
		profile->lines = 0;
		lines_fill(profile, launch->module, part, parts);
	}
	free(part);
	return profile;
}
