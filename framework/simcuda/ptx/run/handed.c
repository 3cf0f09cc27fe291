/* handed.c - who put a word into shared memory, who gets it, and what comes out of there instead. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

#define WORD 4U

bool ptx_hands_make(PtxBlock *block)
{
	PtxHands *hands = &block->hands;
	if (!block->run->launch->handing)
		return true;
	hands->hand = calloc(block->shared_bytes / WORD + 1U, sizeof *hands->hand);
	hands->from = calloc((size_t)block->threads * block->warps + 1U, sizeof *hands->from);
	hands->words = calloc(block->threads + 1U, sizeof *hands->words);
	hands->own = calloc(block->warps + 1U, sizeof *hands->own);
	hands->read = calloc(block->warps + 1U, sizeof *hands->read);
	return hands->hand && hands->from && hands->words && hands->own && hands->read;
}

void ptx_hands_start(PtxBlock *block)
{
	PtxHands *hands = &block->hands;
	if (!hands->hand)
		return;
	memset(hands->hand, 0, (block->shared_bytes / WORD + 1U) * sizeof *hands->hand);
	memset(hands->from, 0, (size_t)block->threads * block->warps * sizeof *hands->from);
	memset(hands->words, 0, block->threads * sizeof *hands->words);
	memset(hands->own, 0, block->warps * sizeof *hands->own);
	memset(hands->read, 0, block->warps * sizeof *hands->read);
	hands->barriers = 0;
}

/* Words that a warp puts there besides: its sum, its threads' largest numbers. */
#define BESIDES 64

void ptx_hands_read(PtxWarp *warp, uint32_t words)
{
	const PtxHands *hands = &warp->block->hands;
	PtxHandRead *read = &hands->read[warp->number];
	if (read->words == 0 || read->in != hands->barriers)
		*read = (PtxHandRead){.words = BESIDES, .in = hands->barriers};
	read->words += words;
}

/* Puts something into that word: notes whether it may come from global memory just now. */
static void put_fresh(const PtxWarp *warp, PtxHand *hand)
{
	const PtxHands *hands = &warp->block->hands;
	PtxHandRead *read = &hands->read[warp->number];
	bool again = hand->kept && hand->barriers == hands->barriers;
	hand->kept = again || (read->in == hands->barriers && read->words > 0);
	read->words -= hand->kept && !again;
	hand->fresh |= hand->kept;
	hand->barriers = hands->barriers;
}

void ptx_hands_end(const PtxBlock *block)
{
	uint64_t put = 0, *least = &block->run->counts->put_least;
	if (!block->hands.hand)
		return;
	for (uint32_t i = 0; i < block->shared_bytes / WORD; i++)
		put += block->hands.hand[i].fresh;
	*least = put < *least ? put : *least;
}

void ptx_hands_free(PtxBlock *block)
{
	free(block->hands.hand);
	free(block->hands.from);
	free(block->hands.words);
	free(block->hands.own);
	free(block->hands.read);
}

static uint32_t word_at(const PtxBlock *block, uint32_t word)
{
	uint32_t value;
	memcpy(&value, block->shared + (size_t)WORD * word, sizeof value);
	return value;
}

/* Of which lanes the thread has got words. */
static uint32_t *from_of(const PtxBlock *block, uint32_t thread)
{
	return block->hands.from + (size_t)thread * block->warps;
}

/* The thread gets what may have been made of words of these lanes of a warp. */
static void got(const PtxBlock *block, uint32_t thread, uint32_t warp, uint32_t lanes)
{
	PtxCounts *counts = block->run->counts;
	uint32_t *all = &from_of(block, thread)[warp], many;
	*all |= lanes;
	many = ptx_popcount(*all);
	if (many > counts->handed_lanes)
		counts->handed_lanes = many;
}

void ptx_hands_join(PtxWarp *warp, uint32_t lanes)
{
	const PtxBlock *block = warp->block;
	uint32_t first = warp->number * PTX_LANES;
	for (uint32_t of = 0; block->hands.hand && of < block->warps; of++) {
		uint32_t all = 0;
		for (uint32_t left = lanes; left; left &= left - 1)
			all |= from_of(block, first + (uint32_t)__builtin_ctz(left))[of];
		for (uint32_t left = lanes; all && left; left &= left - 1)
			got(block, first + (uint32_t)__builtin_ctz(left), of, all);
	}
}

/* Counts that the thread gets a part of a word of that one. */
static void count_of(const PtxWarp *warp, uint32_t thread, PtxHand *hand, uint32_t writer)
{
	PtxBlock *block = warp->block;
	PtxCounts *counts = block->run->counts;
	uint32_t of = writer / PTX_LANES;
	for (uint32_t i = 0; i < block->warps; i++)
		got(block, thread, i, from_of(block, writer)[i]);
	if (of == warp->number) {
		block->hands.own[of] += !hand->counted;
		hand->counted = true;
		if (block->hands.own[of] > counts->handed_within)
			counts->handed_within = block->hands.own[of];
		return;
	}
	got(block, thread, of, 1U << writer % PTX_LANES);
}

static int dye_compare(const void *key, const void *dye)
{
	uint32_t a = *(const uint32_t *)key, b = ((const PtxDye *)dye)->from;
	return (a > b) - (a < b);
}

/* Of the words that an access lies in, a bit each: which of them are such. */
typedef struct Put {
	uint32_t words[PTX_DYEDS];
} Put;

/* What comes instead of these bits, which are those of `words` (a bit each); false: themselves. */
static bool dyed(const PtxHanding *handing, const Put *put, uint32_t words, uint32_t *bits)
{
	const PtxDye *found = handing->dyes > 0 ? bsearch(bits, handing->dye, handing->dyes,
							  sizeof *found, dye_compare)
						: NULL;
	if (!found || (put->words[found->of] & words) != words)
		return false;
	*bits = found->to;
	return true;
}

/* A number may be handed on with twice the bits. */
static void dye_double(const PtxHanding *handing, const Put *put, uint32_t words, unsigned char *at)
{
	double wide;
	memcpy(&wide, at, sizeof wide);
	float number = (float)wide;
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	if ((double)number == wide && /* NOLINT: all of its bits */
	    dyed(handing, put, words, &bits)) {
		memcpy(&number, &bits, sizeof number);
		wide = number;
		memcpy(at, &wide, sizeof wide);
	}
}

/* Whether nothing has made sure that it is there already. A loop that takes long does not. */
static bool is_early(const PtxWarp *warp, uint32_t writer, uint32_t barriers, uint32_t syncs,
		     uint32_t thread)
{
	if (barriers < warp->block->hands.barriers)
		return false;
	return writer / PTX_LANES != warp->number ||
	       !ptx_lanes_met(warp, writer % PTX_LANES, thread % PTX_LANES, syncs);
}

/* Atomic operations need no order among themselves, but behind a plain store. */
static bool is_early_atomic(const PtxWarp *warp, const PtxHand *hand, uint32_t thread)
{
	const uint32_t writer = hand->plain.writer;
	return writer != 0 && writer != thread + 1 &&
	       is_early(warp, writer - 1, hand->plain.barriers, hand->plain.syncs, thread);
}

/* A lane gets it. Those of a warp are noted that have got it since its lanes last met. */
static void read_note(const PtxWarp *warp, PtxHand *hand, uint32_t thread)
{
	const uint32_t barriers = warp->block->hands.barriers;
	if (hand->read.warp != warp->number || hand->read.barriers != barriers ||
	    hand->read.syncs != warp->syncs)
		hand->read.lanes = 0;
	hand->read.lanes |= 1U << thread % PTX_LANES;
	hand->read.warp = warp->number;
	hand->read.barriers = barriers;
	hand->read.syncs = warp->syncs;
}

/* Whether other lanes of the warp may get it still that is written anew: these run at the same time here, and elsewhere
 * need not. Other warps do not run at the same time, so that there the numbers tell. */
static bool is_got(const PtxWarp *warp, const PtxHand *hand, uint32_t thread)
{
	uint32_t left = hand->read.lanes;
	bool got = false;
	if (hand->read.warp != warp->number || hand->read.barriers < warp->block->hands.barriers)
		return false;
	for (; left && !got; left &= left - 1)
		got = !ptx_lanes_met(warp, (uint32_t)__builtin_ctz(left), thread % PTX_LANES,
				     hand->read.syncs);
	return got;
}

static bool is_foreign(uint32_t writer, uint32_t thread)
{
	return writer != 0 && writer != thread + 1;
}

/* Of which words these bytes are, that threads have put there. Counts those of others. */
static Put put_there(PtxWarp *warp, uint32_t thread, uint32_t address, uint32_t bytes,
		     bool is_atomic)
{
	PtxBlock *block = warp->block;
	PtxCounts *counts = block->run->counts;
	Put put = {{0}};
	uint32_t early = 0;
	for (uint32_t at = address; at < address + bytes; at++) {
		PtxHand *hand = &block->hands.hand[at / WORD];
		uint32_t writer = hand->writer[at % WORD], bit = 1U << (at / WORD - address / WORD);
		if (writer == 0)
			continue;
		put.words[PTX_DYED_ALL] |= bit;
		if (hand->kept && hand->barriers < block->hands.barriers)
			put.words[PTX_DYED_KEPT] |= bit;
		if (!is_foreign(writer, thread))
			continue;
		put.words[PTX_DYED_OTHERS] |= bit;
		put.words[PTX_DYED_ACROSS] |= (writer - 1) / PTX_LANES != warp->number ? bit : 0;
		if (is_atomic ? is_early_atomic(warp, hand, thread)
			      : is_early(warp, writer - 1, hand->barriers, hand->syncs, thread))
			early |= bit;
		if (word_at(block, at / WORD) != 0)
			count_of(warp, thread, hand, writer - 1);
	}
	counts->handed_early += ptx_popcount(early);
	counts->handed_across += ptx_popcount(put.words[PTX_DYED_ACROSS]);
	uint32_t got = ptx_popcount(put.words[PTX_DYED_OTHERS]), *all = &block->hands.words[thread];
	*all += got;
	ptx_share_note(warp, PTX_WORK_GOT, 1U << thread % PTX_LANES, got);
	counts->handed_words += got;
	counts->handed_most = *all > counts->handed_most ? *all : counts->handed_most;
	return put;
}

/* Notes who gets words by a load, and counts those that a store changes which others may not have got yet. */
static void written_anew(PtxWarp *warp, uint32_t thread, uint32_t address, uint32_t bytes,
			 unsigned what)
{
	PtxBlock *block = warp->block;
	const uint32_t end = (address + bytes - 1) / WORD;
	const bool same =
		warp->storing && memcmp(warp->storing, block->shared + address, bytes) == 0;
	for (uint32_t word = address / WORD; word <= end; word++) {
		PtxHand *hand = &block->hands.hand[word];
		if (what == PTX_READ)
			read_note(warp, hand, thread);
		else if (what == PTX_WRITTEN && !same)
			block->run->counts->handed_anew += is_got(warp, hand, thread);
	}
}

static unsigned char *load(PtxWarp *warp, uint32_t address, uint32_t bytes, const Put *put)
{
	PtxBlock *block = warp->block;
	const PtxHanding *handing = block->run->launch->handing;
	uint32_t first = address / WORD, words = (address + bytes - 1) / WORD - first + 1;
	unsigned char *copy = block->run->handed;
	memcpy(copy, block->shared + (size_t)WORD * first, (size_t)WORD * words);
	for (uint32_t i = 0; i < words; i++) {
		uint32_t bits = word_at(block, first + i);
		if (dyed(handing, put, 1U << i, &bits))
			memcpy(copy + WORD * i, &bits, sizeof bits);
	}
	for (uint32_t i = 0; i + 1 < words; i += 2)
		if (address % 8 == 0)
			dye_double(handing, put, 3U << i, copy + WORD * i);
	return copy + address % WORD;
}

unsigned char *ptx_hands_access(PtxWarp *warp, int lane, uint32_t address, uint32_t bytes,
				unsigned what)
{
	PtxBlock *block = warp->block;
	uint32_t thread = warp->number * PTX_LANES + (uint32_t)lane;
	Put put = {{0}};
	if (what & PTX_READ)
		put = put_there(warp, thread, address, bytes, what & PTX_WRITTEN);
	written_anew(warp, thread, address, bytes, what);
	for (uint32_t at = address; what & PTX_WRITTEN && at < address + bytes; at++) {
		PtxHand *hand = &block->hands.hand[at / WORD];
		hand->writer[at % WORD] = (uint16_t)(thread + 1);
		hand->counted = false;
		hand->syncs = warp->syncs;
		put_fresh(warp, hand);
		if (what & PTX_READ)
			continue;
		hand->plain.writer = thread + 1;
		hand->plain.barriers = hand->barriers;
		hand->plain.syncs = warp->syncs;
	}
	if (put.words[PTX_DYED_ALL] && !(what & PTX_WRITTEN))
		return load(warp, address, bytes, &put);
	return block->shared + address;
}
