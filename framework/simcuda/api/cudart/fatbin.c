/* fatbin.c - finds PTX in the fat binary that nvcc puts into a program.
 *
 * A wrapper points to a header, which is followed by entries: machine code of real architectures,
 * and PTX. An entry may be compressed; the libraries for that are loaded when it is. */
#include "framework/simcuda/api/cudart/fatbin.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WRAPPER_MAGIC 0x466243b1u
#define LINKED_LATER  2 /* version of a wrapper whose parts nvcc's linker was to join */
#define FATBIN_MAGIC  0xba55ed50u
#define KIND_PTX      1
#define FLAG_LZ4      0x2000u
#define FLAG_ZSTD     0x8000u
#define TEXT_MOST     (UINT64_C(64) << 20)

typedef struct Wrapper {
	uint32_t magic, version;
	const void *code;
	const void *file;
} Wrapper;

typedef struct Header {
	uint32_t magic;
	uint16_t version, header_bytes;
	uint64_t bytes; /* of the entries behind it */
} Header;

typedef struct Entry {
	uint16_t kind, version;
	uint32_t header_bytes;
	uint64_t bytes; /* behind the entry's header */
	uint32_t packed_bytes, unknown;
	uint16_t minor, major;
	uint32_t capability; /* 75 */
	uint32_t name_at, name_bytes;
	uint64_t flags, unused;
	uint64_t unpacked_bytes;
} Entry;

typedef struct Found {
	Entry entry;
	const unsigned char *bytes; /* NULL: none yet */
	uint32_t oldest;            /* of PTX that is too new; 0: there was none */
	uint32_t machine_code;      /* entries */
} Found;

static void entry_look(Found *found, const Entry *entry, const unsigned char *bytes, int capability)
{
	if (entry->kind != KIND_PTX) {
		found->machine_code++;
	} else if (entry->capability > (uint32_t)capability) {
		if (!found->oldest || entry->capability < found->oldest)
			found->oldest = entry->capability;
	} else if (!found->bytes || entry->capability > found->entry.capability) {
		found->entry = *entry;
		found->bytes = bytes;
	}
}

static void entries_look(Found *found, const unsigned char *at, uint64_t left, int capability)
{
	Entry entry;
	while (left >= sizeof entry) {
		memcpy(&entry, at, sizeof entry);
		if (entry.header_bytes < sizeof entry || entry.header_bytes > left ||
		    entry.bytes > left - entry.header_bytes)
			return;
		entry_look(found, &entry, at + entry.header_bytes, capability);
		at += entry.header_bytes + entry.bytes;
		left -= entry.header_bytes + entry.bytes;
	}
}

/* --- unpacking -------------------------------------------------------------------------------- */

static void *library_function(const char *library, const char *name)
{
	void *loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
	return loaded ? dlsym(loaded, name) : NULL;
}

static bool zstd_unpack(char *to, size_t room, const void *from, size_t bytes)
{
	size_t (*unpack)(void *, size_t, const void *, size_t);
	*(void **)&unpack = library_function("libzstd.so.1", "ZSTD_decompress");
	return unpack && unpack(to, room, from, bytes) == room;
}

static bool lz4_unpack(char *to, size_t room, const void *from, size_t bytes)
{
	int (*unpack)(const char *, char *, int, int);
	*(void **)&unpack = library_function("liblz4.so.1", "LZ4_decompress_safe");
	return unpack && unpack(from, to, (int)bytes, (int)room) == (int)room;
}

/* A copy of the text. */
static char *entry_text(const Found *found, size_t *bytes, char *problem, size_t size)
{
	const Entry *entry = &found->entry;
	bool zstd = entry->flags & FLAG_ZSTD, lz4 = entry->flags & FLAG_LZ4;
	uint64_t unpacked = zstd || lz4 ? entry->unpacked_bytes : entry->bytes;
	uint64_t packed = zstd || lz4 ? entry->packed_bytes : 0;
	bool sound = unpacked <= TEXT_MOST && packed <= entry->bytes;
	char *text = sound ? malloc(unpacked + 1) : NULL;
	bool good = text != NULL;
	if (good && zstd)
		good = zstd_unpack(text, unpacked, found->bytes, packed);
	else if (good && lz4)
		good = lz4_unpack(text, unpacked, found->bytes, packed);
	else if (good)
		memcpy(text, found->bytes, unpacked);
	if (!good) {
		snprintf(problem, size,
			 "its PTX cannot be unpacked%s; nvcc --compress-mode=none leaves it as it "
			 "is",
			 zstd  ? " (by libzstd.so.1)"
			 : lz4 ? " (by liblz4.so.1)"
			       : "");
		free(text);
		return NULL;
	}
	text[unpacked] = '\0';
	*bytes = strlen(text);
	return text;
}

/* --- what is registered ----------------------------------------------------------------------- */

static char *plain_text(const char *code, size_t *bytes, char *problem, size_t size)
{
	bool is_text = code[0] == '/' || code[0] == '.' || code[0] == '\n';
	char *copy = is_text ? strdup(code) : NULL;
	if (!copy)
		snprintf(problem, size, "what was registered with it is no fat binary");
	else
		*bytes = strlen(copy);
	return copy;
}

static void say_none(const Found *found, int capability, char *problem, size_t size)
{
	if (found->oldest)
		snprintf(problem, size,
			 "it was compiled for compute capability %u.%u and later, and this GPU has "
			 "%d.%d",
			 found->oldest / 10, found->oldest % 10, capability / 10, capability % 10);
	else if (found->machine_code)
		snprintf(problem, size,
			 "it was compiled to machine code alone; nvcc -arch=compute_75 "
			 "-code=compute_75 "
			 "brings PTX, too");
	else
		snprintf(problem, size, "no code was registered with it");
}

char *fatbin_ptx(const void *wrapper, int capability, size_t *bytes, char *problem, size_t size)
{
	Wrapper around = {0};
	Header header = {0};
	Found found = {.bytes = NULL};
	if (wrapper)
		memcpy(&around, wrapper, sizeof around);
	if (around.magic != WRAPPER_MAGIC || !around.code) {
		say_none(&found, capability, problem, size);
		return NULL;
	}
	if (around.version == LINKED_LATER) {
		snprintf(problem, size,
			 "it was compiled with -rdc=true, whose parts are linked as machine code");
		return NULL;
	}
	memcpy(&header.magic, around.code, sizeof header.magic);
	if (header.magic != FATBIN_MAGIC)
		return plain_text(around.code, bytes, problem, size);
	memcpy(&header, around.code, sizeof header);
	entries_look(&found, (const unsigned char *)around.code + header.header_bytes, header.bytes,
		     capability);
	if (found.bytes)
		return entry_text(&found, bytes, problem, size);
	say_none(&found, capability, problem, size);
	return NULL;
}
