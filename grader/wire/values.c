/* values.c - a linked list; a run has a handful of values. */
#include "grader/wire/values.h"

#include <string.h>

#include "grader/base/large.h"

Value *values_add(Value **list, FrameType type, const char *name, size_t bytes)
{
	Value *value = large_grow(NULL, sizeof *value + bytes + 1);

	memset(value, 0, sizeof *value);
	value->payload[0] = value->payload[bytes] = 0;
	value->type = type;
	value->bytes = bytes;
	value->gpu = -1;
	memcpy(value->name, name, strnlen(name, FRAME_NAME_MAX));
	while (*list)
		list = &(*list)->next;
	*list = value;
	return value;
}

Value *values_find(Value *list, const char *name)
{
	while (list && strcmp(list->name, name) != 0)
		list = list->next;
	return list;
}

void values_free(Value **list)
{
	while (*list) {
		Value *value = *list;

		*list = value->next;
		large_free(value);
	}
}
