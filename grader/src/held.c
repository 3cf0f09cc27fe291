/* held.c - finds a result in the machine's file and compares it byte by byte.
 *
 * The file is the machine's, so its order can be trusted; the names in it are the program's. */
#include "held.h"

#include <string.h>
#include <unistd.h>

#include "glass.h"
#include "protocol.h"
#include "text.h"
#include "usegpu/device.h"

/* Finds what was shown under that name for the `round`-th time; where its bytes are, or -1. */
static off_t shown_find(int shown, const char *name, int round, RemoteShown *head)
{
	off_t at = 0;

	while (pread(shown, head, sizeof *head, at) == (ssize_t)sizeof *head) {
		head->name[sizeof head->name - 1] = '\0';
		at += (off_t)sizeof *head;
		if (strcmp(head->name, name) == 0 && round-- == 0)
			return at;
		if (head->bytes > SHOWN_MOST)
			break;
		at += (off_t)head->bytes;
	}
	return -1;
}

static int same_bytes(int shown, off_t at, const unsigned char *bytes, size_t count)
{
	unsigned char piece[16384];

	while (count > 0) {
		size_t part = count < sizeof piece ? count : sizeof piece;

		if (pread(shown, piece, part, at) != (ssize_t)part ||
		    memcmp(piece, bytes, part) != 0)
			return 0;
		at += (off_t)part;
		bytes += part;
		count -= part;
	}
	return 1;
}

int held_check(const Value *results, int shown, int round, int later, char *problem, size_t size)
{
	for (const Value *value = results; value != NULL; value = value->next) {
		FrameTensor tensor = {.device_index = -1};
		RemoteShown head;
		size_t skip = value->type == FRAME_TENSOR ? sizeof tensor : 0;
		int on_gpu = 0;

		if (value->nothing || value->bytes <= skip ||
		    (value->type != FRAME_TENSOR && value->type != FRAME_FLOATS))
			continue;
		if (value->type == FRAME_TENSOR) {
			memcpy(&tensor, value->payload, sizeof tensor);
			on_gpu = tensor.device_kind == DEVICE_GPU;
		}

		off_t at = shown_find(shown, value->name, round, &head);

		if (at < 0 && !on_gpu)
			continue;
		if (at < 0 || (on_gpu && head.device != tensor.device_index) ||
		    head.bytes != value->bytes - skip ||
		    !same_bytes(shown, at, value->payload + skip, head.bytes)) {
			text_format(problem, size, "%s is not what the GPU holds", value->name);
			return -1;
		}
		if (head.late && !later) {
			text_format(problem, size, "%s was written after the call", value->name);
			return -1;
		}
	}
	return 0;
}
