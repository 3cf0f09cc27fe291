/* fuzz_visible.c - fuzz target: the reader of CUDA_VISIBLE_DEVICES.
 *
 * Input: a byte for the number of GPUs (0 to 64), then the list. What is read must be GPUs that
 * there are, each once; and written down again, by number or by UUID, it must be read as the same.
 */
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/machine/choose.h"

#define LIST 4096

/* Reads the list twice, with different garbage in the result, and checks what can be said of any.
 */
static int parse(const char *list, int gpus, int physical[MACHINE_MAX_GPUS])
{
	int again[MACHINE_MAX_GPUS];
	unsigned seen[MACHINE_MAX_GPUS] = {0};
	memset(physical, 0x55, MACHINE_MAX_GPUS * sizeof *physical);
	memset(again, 0xaa, sizeof again);
	int count = visible_parse(list, "tiny", gpus, physical);
	FUZZ_REQUIRE(count >= 0 && count <= gpus, "%d of %d GPUs", count, gpus);
	FUZZ_REQUIRE(visible_parse(list, "tiny", gpus, again) == count, "a second reading");
	for (int i = 0; i < count; i++) {
		FUZZ_REQUIRE(physical[i] >= 0 && physical[i] < gpus, "GPU %d", physical[i]);
		FUZZ_REQUIRE(physical[i] == again[i], "a second reading of entry %d", i);
		FUZZ_REQUIRE(!seen[physical[i]]++, "GPU %d twice", physical[i]);
	}
	return count;
}

/* Writes the GPUs down: by number, or by UUID where the bit of `uuids` is set. */
static void write_list(const int *physical, int count, unsigned uuids, char list[LIST])
{
	char *end = list;
	*end = '\0';
	for (int i = 0; i < count; i++) {
		char text[41];
		cudaUUID_t uuid = visible_uuid("tiny", physical[i]);
		visible_uuid_text(&uuid, text);
		FUZZ_REQUIRE(strlen(text) == 40, "%s", text);
		if (i > 0)
			*end++ = ',';
		if (uuids >> (i % 8) & 1)
			end += sprintf(end, "%s", text);
		else
			end += sprintf(end, "%d", physical[i]);
	}
}

int fuzz_one(const uint8_t *data, size_t size)
{
	int physical[MACHINE_MAX_GPUS], same[MACHINE_MAX_GPUS];
	char written[LIST];
	if (size < 1)
		return 0;
	int gpus = data[0] % (MACHINE_MAX_GPUS + 1);
	FUZZ_REQUIRE(parse(NULL, gpus, physical) == gpus, "no list means all");
	char *list = malloc(size);
	FUZZ_REQUIRE(list, "no memory");
	memcpy(list, data + 1, size - 1);
	list[size - 1] = '\0';
	int count = parse(list, gpus, physical);
	for (unsigned uuids = 0; uuids < 256; uuids += 85) {
		write_list(physical, count, uuids, written);
		FUZZ_REQUIRE(parse(written, gpus, same) == count, "%s", written);
		FUZZ_REQUIRE(memcmp(same, physical, (size_t)count * sizeof *same) == 0, "%s",
			     written);
	}
	free(list);
	return 0;
}

const unsigned fuzz_examples = 3000;

/* Pieces of lists, one after the other. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	static const char *const pieces[] = {
		"0",   "1",          "2",  "7",    ",",  ",",    ",",    ",,",
		" ",   "\t",         "-1", "63",   "64", "007",  "GPU-", "gpu-",
		"GPU", "4294967296", "+1", "MIG-", "x",  "\xff", "\n",   "99999999999999999999"};
	uint64_t state = number;
	char text[41];
	size_t size = 0;
	to[size++] = (uint8_t)(fuzz_random(&state) % 9);
	for (uint64_t left = fuzz_random(&state) % 12; left > 0 && size + 64 < room; left--) {
		uint64_t draw = fuzz_random(&state);
		cudaUUID_t uuid = visible_uuid("tiny", (int)(draw % 8));
		visible_uuid_text(&uuid, text);
		size_t all = sizeof pieces / sizeof *pieces;
		const char *piece = draw >> 8 & 3 ? pieces[(draw >> 10) % all] : text;
		size_t length = strlen(piece);
		if (piece == text) /* often only its beginning */
			length = draw >> 20 & 1 ? length : (draw >> 21) % length;
		for (size_t k = 0; k < length; k++)
			to[size++] = (uint8_t)piece[k];
	}
	return size;
}
