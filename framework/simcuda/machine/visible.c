/* visible.c - which of the machine's GPUs the program sees (CUDA_VISIBLE_DEVICES).
 *
 * The variable lists GPUs by number or by the beginning of their UUID; its order becomes the
 * program's numbering. Reading stops at the first entry that names no GPU. Unset means all; an
 * empty list, or one that names a GPU twice, means none. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "framework/simcuda/machine/choose.h"
#include "framework/simcuda/machine/mix64.h"

cudaUUID_t visible_uuid(const char *model, int physical)
{
	uint64_t state = (uint64_t)physical + 1;
	for (const char *c = model; *c; c++)
		state = state * 131 + (unsigned char)*c;
	uint64_t words[2] = {mix64_next(&state), mix64_next(&state)};
	cudaUUID_t uuid;
	for (int i = 0; i < 16; i++)
		uuid.bytes[i] = (char)(words[i / 8] >> (i % 8 * 8));
	return uuid;
}

void visible_uuid_text(const cudaUUID_t *uuid, char text[41])
{
	char *end = text + sprintf(text, "GPU");
	for (int i = 0; i < 16; i++) {
		if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
			*end++ = '-';
		end += sprintf(end, "%02x", (unsigned)(unsigned char)uuid->bytes[i]);
	}
}

/* The one GPU whose UUID starts with the entry; -1 when there is none, or more than one. */
static int find_by_uuid(const char *entry, size_t length, const char *model, int gpus)
{
	int found = -1;
	for (int i = 0; i < gpus; i++) {
		char text[41];
		cudaUUID_t uuid = visible_uuid(model, i);
		visible_uuid_text(&uuid, text);
		if (strncasecmp(text, entry, length) != 0)
			continue;
		if (found >= 0)
			return -1;
		found = i;
	}
	return found;
}

/* The GPU that the entry names, -1 for none. */
static int find_gpu(const char *entry, size_t length, const char *model, int gpus)
{
	if (length > 4 && strncasecmp(entry, "GPU-", 4) == 0)
		return find_by_uuid(entry, length, model, gpus);
	int index = 0;
	for (size_t i = 0; i < length; i++) {
		if (!isdigit((unsigned char)entry[i]))
			return -1;
		index = index * 10 + (entry[i] - '0');
		if (index >= gpus)
			return -1;
	}
	return length > 0 ? index : -1;
}

int visible_parse(const char *list, const char *model, int gpus, int physical[])
{
	int count = 0;
	if (!list) {
		for (; count < gpus; count++)
			physical[count] = count;
		return count;
	}
	for (const char *entry = list;; entry++) {
		while (isblank((unsigned char)*entry))
			entry++;
		size_t whole = strcspn(entry, ","), length = whole;
		while (length > 0 && isblank((unsigned char)entry[length - 1]))
			length--;
		int gpu = find_gpu(entry, length, model, gpus);
		if (gpu < 0)
			return count;
		for (int i = 0; i < count; i++)
			if (physical[i] == gpu)
				return 0;
		physical[count++] = gpu;
		entry += whole;
		if (*entry == '\0')
			return count;
	}
}
