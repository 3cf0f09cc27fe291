/* object_inlined.c - which functions a compiler has put into another one in place of their calls, by the debug
 * information. */
#include "grader/probe/object_state.h"

#include <dwarf.h>
#include <string.h>

/* Blocks in blocks: more than any code that people write. */
#define DEPTH_MOST 64

/* Which of the functions were found: bit i for others[i]. */
typedef struct Inlined {
	const char *const *others;
	int count;
	uint64_t found;
} Inlined;

static void inlined_note(Dwarf_Die *die, Inlined *in)
{
	const char *name = dwarf_diename(die); /* that of the function that it is a copy of */

	for (int i = 0; name && i < in->count; i++)
		if (strcmp(name, in->others[i]) == 0)
			in->found |= UINT64_C(1) << i;
}

static void within(Dwarf_Die *die, Inlined *in, int depth) /* NOLINT(misc-no-recursion) */
{
	Dwarf_Die child;

	if (depth > DEPTH_MOST || dwarf_child(die, &child) != 0)
		return;
	do {
		if (dwarf_tag(&child) == DW_TAG_inlined_subroutine)
			inlined_note(&child, in);
		within(&child, in, depth + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
}

static void inlined_look(Dwarf_Die *die, void *in)
{
	within(die, in, 0);
}

uint64_t object_inlined(Object *object, const char *function, const char *const *others, int count)
{
	Inlined in = {others, count, 0};

	object_definitions(object, function, inlined_look, &in);
	return in.found;
}
