/* host_take.c - taking what queued copies are going to read in the host's memory.
 *
 * A copy from pinned memory is made when somebody needs its bytes, and pages that it reads are closed to the program till
 * then; but who opens them writes what comes. So where a judge's part begins and ends, the bytes are taken as they are. Only
 * those that nobody is going to write before: what a queued copy brings to the host, or a host function does, is not there
 * yet.
 *
 * Where a judge looks, what a short copy is to read is noted when it is queued, and compared when it is made: whoever
 * opened the pages, and wrote there without a wait, is found. What in front of the copy writes there itself, as a host
 * function may, is no mistake: so it is compared before that runs, and noted anew behind it. */
#include <string.h>

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/sim_judge.h"

enum { NOTED_MOST = 1 << 20 }; /* bytes: longer ones would take time */

static bool is_behind_function(const Sim *sim, const Op *op)
{
	for (const Op *each = sim->calls ? sim->pending.oldest : NULL; each; each = each->newer)
		if (each->kind == OP_CALL && !each->ran && each->id < op->id)
			return true;
	return false;
}

/* Whether something that the machine does is still to write what that operation reads there. */
static bool is_behind_writer(const Pinned *pinned, const Access *reads)
{
	for (const Access *each = pinned->region->writers; each; each = each->next)
		if (!each->op->ran && each->op->id < reads->op->id &&
		    ranges_meet(&each->range, &reads->range))
			return true;
	return false;
}

/* FNV-1a, of words in place of bytes. */
static uint64_t source_digest(const Sim *sim, const SimRange *from)
{
	enum { WORDS = 512 };
	const SimHost *host = &sim->host;
	uint64_t digest = 0xcbf29ce484222325, word[WORDS];
	for (uint64_t row = 0; row < from->rows; row++)
		for (uint64_t done = 0; done < from->width; done += sizeof word) {
			const uint64_t rest = from->width - done;
			const size_t part = rest < sizeof word ? rest : sizeof word;
			memset(word, 0, sizeof word);
			host->read(host->context, word, from->address + row * from->pitch + done,
				   part);
			for (size_t i = 0; i * sizeof *word < part; i++)
				digest = (digest ^ word[i]) * 0x100000001b3;
		}
	return digest;
}

void host_note(Sim *sim, Op *op)
{
	const Access *from = &op->access[1];
	const Pinned *pinned = host_of(sim, from->range.address);
	if (!sim->launched.kept || op->owned || !pinned || !pinned->region ||
	    pinned->kind == SIM_HOST_REGISTERED || pinned->kind == SIM_HOST_MANAGED ||
	    from->range.width * from->range.rows > NOTED_MOST)
		return;
	op->noted = true;
	op->digest = source_digest(sim, &from->range);
}

void host_compare(Sim *sim, const Op *op)
{
	if (op->noted && !op->owned && source_digest(sim, &op->access[1].range) != op->digest)
		finding_add(sim, SIM_FINDING_RACE, &op->site, NULL,
			    "the program wrote pinned host memory that this %s was still going to "
			    "read: wait for it first",
			    op->name);
}

/* A function in front of a copy may still write what the copy reads, so the bytes are not taken. Where it does not, they
 * stay as they are, and whoever looks can tell. */
static void behind_hold(const Sim *sim, const Access *reads)
{
	const SimHost *host = &sim->host;
	const SimRange *from = &reads->range;
	for (uint64_t row = 0; host->hold && reads->op->kind == OP_COPY && row < from->rows; row++)
		host->hold(host->context, from->address + row * from->pitch, from->width);
}

/* Whether nobody is going to write what the operation reads; behind a function it is held. */
static bool is_to_be_taken(const Sim *sim, const Pinned *pinned, const Access *reads)
{
	const Op *op = reads->op;
	if (op->ran || op->staged || is_behind_writer(pinned, reads))
		return false;
	if (!is_behind_function(sim, op))
		return true;
	behind_hold(sim, reads);
	return false;
}

static bool may_write(const Op *op, const SimRange *range)
{
	bool writes = op->kind == OP_CALL;
	for (int i = 0; i < op->accesses && !writes; i++)
		writes = !op->access[i].alloc && op->access[i].range.access & SIM_WRITE &&
			 ranges_meet(&op->access[i].range, range);
	return writes;
}

void host_writes(Sim *sim, const Op *op, bool written)
{
	for (size_t i = 0; i < sim->pinned.count; i++) {
		const Region *region = sim->pinned.range[i].region;
		for (const Access *each = region ? region->readers : NULL; each;
		     each = each->next) {
			Op *copy = each->op;
			if (!copy->noted || copy->ran || copy->owned || copy->id <= op->id ||
			    !order_before(op, copy) || !may_write(op, &each->range))
				continue;
			if (written)
				copy->digest = source_digest(sim, &each->range);
			else
				host_compare(sim, copy);
		}
	}
}

int sim_take_host(Sim *sim)
{
	for (size_t i = 0; i < sim->pinned.count; i++) {
		const Pinned *pinned = &sim->pinned.range[i];
		if (pinned->kind == SIM_HOST_REGISTERED) /* only the program has it */
			continue;
		for (const Access *each = pinned->region->readers; each;) {
			if (!is_to_be_taken(sim, pinned, each) || copy_capture(sim, each->op)) {
				each = each->next;
				continue;
			}
			if (work_execute(sim, each->op) != cudaSuccess)
				return -1;
			each = pinned->region->readers; /* the list has changed */
		}
	}
	return 0;
}
