/* repeats.c - whole numbers that were drawn for a run, and are drawn again for others that are to be like it. */
#include "grader/judge/repeats.h"

#include <string.h>

#include "grader/base/text.h"

void repeats_note(Judge *j, int64_t least, int64_t most, int64_t value)
{
	DrawnList *list = &j->drawn;

	if (list->count == list->room) {
		list->room = 2 * list->room + 64;
		list->drawn = memory_grow(list->drawn, (size_t)list->room * sizeof *list->drawn);
	}
	list->drawn[list->count++] = (Drawn){least, most, value};
}

bool repeats_drawn(Judge *j, int64_t least, int64_t most, int64_t *value)
{
	const Run *r = j->repeats;

	for (int i = j->repeated; r && i < r->drawn_count; i++)
		if (r->drawn[i].least == least && r->drawn[i].most == most) {
			*value = r->drawn[i].value;
			j->repeated = i + 1;
			return true;
		}
	return false;
}

void repeats_keep(Run *r)
{
	Judge *j = r->judge;
	const size_t bytes = (size_t)j->drawn.count * sizeof *r->drawn;
	Drawn *copy = judge_memory(j, bytes + 1);

	if (bytes > 0)
		memcpy(copy, j->drawn.drawn, bytes);
	r->drawn = copy;
	r->drawn_count = j->drawn.count;
	j->drawn.count = 0;
	j->repeated = 0;
}

void judge_repeat(Judge *j, const Run *r)
{
	j->repeats = r;
	j->repeated = 0;
}
