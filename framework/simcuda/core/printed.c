/* printed.c - what kernels printed, until the program fetches it.
 *
 * As CUDA's, the buffer holds 1 MiB, and what is too much takes the place of the oldest. Text of
 * printf is for the program's standard output, that of assertions for its standard error: it lies
 * here in pieces of one kind, each behind its length. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

#define PRINTED_MOST ((size_t)1 << 20)

typedef struct Piece {
	uint32_t bytes, is_error;
} Piece;

static Piece piece_first(const Printed *printed)
{
	Piece piece;
	memcpy(&piece, printed->bytes + printed->from, sizeof piece);
	return piece;
}

void printed_add(Sim *sim, const char *text, size_t bytes, bool is_error)
{
	Printed *printed = &sim->printed;
	Piece piece = {(uint32_t)bytes, is_error};
	size_t all = sizeof piece + bytes;
	if (all > PRINTED_MOST)
		return;
	if (!printed->bytes && !(printed->bytes = malloc(2 * PRINTED_MOST)))
		return; /* as if it had been overwritten */
	while (printed->to - printed->from + all > PRINTED_MOST)
		printed->from += sizeof piece + piece_first(printed).bytes;
	if (printed->to + all > 2 * PRINTED_MOST) {
		memmove(printed->bytes, printed->bytes + printed->from,
			printed->to - printed->from);
		printed->to -= printed->from;
		printed->from = 0;
	}
	memcpy(printed->bytes + printed->to, &piece, sizeof piece);
	memcpy(printed->bytes + printed->to + sizeof piece, text, bytes);
	printed->to += all;
}

cudaError_t printed_fetch(Call *call)
{
	Sim *sim = call->sim;
	Printed *printed = &sim->printed;
	uint64_t to = call->request->u.printed.to, room = call->request->u.printed.bytes;
	uint64_t done = 0;
	uint32_t is_error = 0;
	while (printed->from < printed->to) {
		Piece piece = piece_first(printed);
		if ((done > 0 && piece.is_error != is_error) || piece.bytes > room - done)
			break;
		is_error = piece.is_error;
		sim->host.write(sim->host.context, to + done,
				printed->bytes + printed->from + sizeof piece, piece.bytes);
		done += piece.bytes;
		printed->from += sizeof piece + piece.bytes;
	}
	call->reply->value[0] = done;
	call->reply->value[1] = is_error;
	return cudaSuccess;
}
