/* checkpoint_private.h - what the files that implement checkpoint.h share.
 *
 * checkpoint_header.c reads a file's JSON header into entries, checkpoint_text.c writes one;
 * checkpoint_stage.h tells how bytes are moved; checkpoint.c is the public side of reading,
 * checkpoint_save.c that of writing. */
#ifndef CHECKPOINT_PRIVATE_H
#define CHECKPOINT_PRIVATE_H

#include <jansson.h>

#include "framework/src/base/fail.h"
#include "usegpu/checkpoint.h"

#pragma GCC visibility push(hidden)

#define PREFIX_BYTES  8                   /* the length of the header, little-endian */
#define HEADER_MOST   ((size_t)100000000) /* bytes; the format's own limit */
#define METADATA_NAME "__metadata__"

/* A tensor as the header tells of it. */
typedef struct Entry {
	const char *name;
	Dtype dtype;
	Shape shape;
	int64_t begin, end; /* bytes from the end of the header */
	int place;          /* among the names of the header */
} Entry;

typedef struct Entries {
	Entry *entry; /* in the order of their bytes */
	int count;
	const Entry **by_name; /* sorted, to be searched */
	json_t *json;          /* holds the names */
} Entries;

/* Reads and checks a header: what it says of `data_bytes` bytes behind it. 0, or STATUS_FORMAT or
 * STATUS_MEMORY, with nothing to free; messages name the file as `path`. */
int entries_read(Entries *entries, const char *path, const char *text, size_t length,
		 int64_t data_bytes);
void entries_free(Entries *entries);
const Entry *entries_find(const Entries *entries, const char *name); /* NULL: not there */

/* What a file begins with: prefix and header, padded to a multiple of 8 bytes. free() it; NULL with
 * the message set when a name is not fit or there is no memory. */
char *entries_write(const Entry *entry, int count, size_t *bytes);

/* A name for messages: in quotes, the end of a long one left out. */
Text text_name(const char *name);

/* What the functions of checkpoint.h do, without error_begin(), so that messages begin with the
 * name of whichever public function was called. */
int checkpoint_write(const char *path, const char *const *names, const Tensor *const *tensors,
		     int count);
Checkpoint *checkpoint_start(const char *path);
void checkpoint_end(Checkpoint *checkpoint);

/* The bytes of all entries, in their order, into tensors of their shapes and types. */
int checkpoint_fill(const Checkpoint *checkpoint, Tensor *const *tensors);

#pragma GCC visibility pop

#endif
