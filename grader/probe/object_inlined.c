/* object_inlined.c - which functions a compiler has put into another one in place of their calls, by the debug
 * information. */
#include "grader/probe/object_state.h"

#include <dwarf.h>
#include <string.h>

/* Blocks in blocks: more than any code that people write. */
#define DEPTH_MOST 64

static uint64_t bit_of(Dwarf_Die *die, const char *const *others, int count)
{
	const char *name = dwarf_diename(die); /* that of the function that it is a copy of */

	for (int i = 0; name && i < count; i++)
		if (strcmp(name, others[i]) == 0)
			return UINT64_C(1) << i;
	return 0;
}

static uint64_t within(Dwarf_Die *die, const char *const *others, int count,
		       int depth) /* NOLINT(misc-no-recursion) */
{
	uint64_t found = 0;
	Dwarf_Die child;

	if (depth > DEPTH_MOST || dwarf_child(die, &child) != 0)
		return 0;
	do {
		if (dwarf_tag(&child) == DW_TAG_inlined_subroutine)
			found |= bit_of(&child, others, count);
		found |= within(&child, others, count, depth + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
	return found;
}

uint64_t object_inlined(Object *object, const char *function, const char *const *others, int count)
{
	uint64_t found = 0;
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL, die;

	while ((unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		if (dwarf_child(unit, &die) != 0)
			continue;
		do {
			const char *name =
				dwarf_tag(&die) != DW_TAG_subprogram ? NULL : dwarf_diename(&die);

			if (name && strcmp(name, function) == 0)
				found |= within(&die, others, count, 0);
		} while (dwarf_siblingof(&die, &die) == 0);
	}
	return found;
}
