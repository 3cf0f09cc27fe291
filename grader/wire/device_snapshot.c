/* device_snapshot.c - finds a result in the machine's file and compares it byte by byte.
 *
 * The file is the machine's, so its order can be trusted; the names in it are the program's. */
#include "grader/wire/device_snapshot.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "framework/simcuda/remote/control_page.h"
#include "grader/base/text.h"
#include "grader/include/protocol.h"
#include "usegpu/device.h"

static bool same_bytes(int shown, off_t at, const unsigned char *bytes, size_t count)
{
	unsigned char piece[16384];

	while (count > 0) {
		size_t part = count < sizeof piece ? count : sizeof piece;

		if (pread(shown, piece, part, at) != (ssize_t)part ||
		    memcmp(piece, bytes, part) != 0)
			return false;
		at += (off_t)part;
		bytes += part;
		count -= part;
	}
	return true;
}

/* What a value is compared with. */
typedef struct Claim {
	const char *name;
	const unsigned char *bytes;
	size_t count;
	int device; /* -1: any */
	int round;
} Claim;

typedef enum Held { HELD_NAMED_NEVER, HELD_OTHERWISE, HELD_LATE, HELD_SO } Held;

/* Of what was shown under that name in that round, which may have been more than once. */
static Held claim_check(int shown, const Claim *claim)
{
	RemoteShown head;
	Held best = HELD_NAMED_NEVER;
	off_t at = 0;

	while (pread(shown, &head, sizeof head, at) == (ssize_t)sizeof head &&
	       head.bytes <= SHOWN_MOST) {
		int now = head.window == 0 || head.window == (uint32_t)claim->round + 1;
		Held this = HELD_OTHERWISE;

		at += (off_t)sizeof head;
		head.name[sizeof head.name - 1] = '\0';
		if (now && strcmp(head.name, claim->name) == 0) {
			if (head.bytes == claim->count &&
			    (claim->device < 0 || claim->device == head.device) &&
			    same_bytes(shown, at, claim->bytes, claim->count))
				this = head.late ? HELD_LATE : HELD_SO;
			best = this > best ? this : best;
		}
		at += (off_t)head.bytes;
	}
	return best;
}

int held_check(const Value *results, int shown, int round, int later, char *problem, size_t size)
{
	for (const Value *value = results; value; value = value->next) {
		FrameTensor tensor = {.device_kind = DEVICE_CPU};
		int is_tensor = value->type == FRAME_TENSOR;
		size_t skip = is_tensor ? sizeof tensor : 0;

		if (value->nothing || value->bytes <= skip ||
		    (!is_tensor && value->type != FRAME_FLOATS))
			continue;
		if (is_tensor)
			memcpy(&tensor, value->payload, sizeof tensor);

		int on_gpu = tensor.device_kind == DEVICE_GPU;
		const Claim claim = {value->name, value->payload + skip, value->bytes - skip,
				     on_gpu ? tensor.device_index : -1, round};
		Held held = claim_check(shown, &claim);

		if (held == HELD_SO || (held == HELD_LATE && later) ||
		    (held == HELD_NAMED_NEVER && !on_gpu))
			continue;
		text_format(problem, size,
			    held == HELD_LATE ? "%s was written after the call"
					      : "%s is not what the GPU holds",
			    value->name);
		return -1;
	}
	return 0;
}
