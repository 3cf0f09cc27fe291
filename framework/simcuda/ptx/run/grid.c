/* grid.c - in which order the blocks of a grid run, and the warps in them.
 *
 * The usual order is that of their numbers, a block after the other, with long turns of warps: the
 * fastest. A GPU promises none, so a right kernel does the same in any. Others are drawn from a number:
 * a few blocks are there at once, each gets turns, and so do its warps, sometimes of an instruction
 * alone: so what lies between a load and a store of one warp may be another's store. Everybody gets a
 * turn in each round, so who waits for another does not wait for ever.
 *
 * In those that a judge draws some warps stand still besides (PTX_STALLS): at their begin, behind a barrier, before an
 * atomic operation or the like, while others do up to some hundred thousand instructions. So a loop that takes long is
 * no barrier. */
#include "framework/simcuda/machine/mix64.h"
#include "framework/simcuda/ptx/run/warp.h"

static uint64_t draw(PtxRunning *run)
{
	return mix64_next(&run->drawn);
}

static uint64_t common(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

PtxShuffle ptx_shuffle(PtxRunning *run, uint64_t count)
{
	PtxShuffle order = {.count = count, .step = 1};
	if (!run->launch->schedule || count < 2)
		return order;
	order.at = draw(run) % count;
	order.step = 1 + draw(run) % (count - 1);
	while (common(order.step, count) != 1)
		order.step = order.step % (count - 1) + 1;
	return order;
}

uint32_t ptx_turn_length(PtxWarp *warp)
{
	static const uint16_t most[] = {2, 8, 64, 512};
	PtxRunning *run = warp->block->run;
	if (!run->launch->schedule)
		return PTX_TURN;
	uint64_t drawn = draw(run);
	warp->turn += (uint32_t)(drawn >> 32) % PTX_LANES; /* parts of a warp have no order, too */
	return 1 + (uint32_t)(drawn >> 2) % most[drawn % 4];
}

/* A warp stands still for 16 to 4096 turns of others, which have 74 instructions on average. */
#define STALL_LEAST 16
#define STALLS      9

bool ptx_stall(PtxWarp *warp, uint32_t times)
{
	PtxRunning *run = warp->block->run;
	if (!(run->launch->schedule & PTX_STALLS) || draw(run) % times > 0)
		return false;
	warp->stall = STALL_LEAST << draw(run) % STALLS;
	return true;
}

/* Nobody else can go on. */
static void wake_all(PtxRunning *run)
{
	for (uint32_t i = 0; i < run->blocks; i++)
		for (uint32_t w = 0; w < run->block[i].warps; w++)
			run->block[i].warp[w].stall = 0;
}

uint32_t ptx_blocks_together(const PtxLaunch *launch, uint64_t count)
{
	if (launch->cooperative)
		return count <= PTX_MAX_TOGETHER ? (uint32_t)count : 0;
	uint64_t most = launch->schedule ? PTX_DRAWN_TOGETHER : 1;
	return (uint32_t)(count < most ? count : most);
}

/* A block that has ended makes room for the next. */
static void turns(PtxRunning *run, uint64_t count)
{
	PtxShuffle blocks = ptx_shuffle(run, count);
	uint64_t next = 0;
	for (; next < run->blocks; next++)
		ptx_block_start(&run->block[next], ptx_shuffle_next(&blocks));
	for (bool going = true; going && run->fault->end == PTX_DONE;) {
		PtxShuffle order = ptx_shuffle(run, run->blocks);
		const uint64_t left = run->left;
		going = false;
		for (uint32_t i = 0; i < run->blocks && run->fault->end == PTX_DONE; i++) {
			PtxBlock *block = &run->block[ptx_shuffle_next(&order)];
			bool goes = ptx_block_turn(block);
			if (!goes && next < count && run->fault->end == PTX_DONE) {
				ptx_block_start(block, ptx_shuffle_next(&blocks));
				next++;
				goes = true;
			}
			going |= goes;
		}
		if (run->left == left)
			wake_all(run);
	}
}

void ptx_grid_run(PtxRunning *run, uint64_t count)
{
	if (run->launch->cooperative || run->launch->schedule) {
		turns(run, count);
		return;
	}
	for (uint64_t i = 0; i < count && run->fault->end == PTX_DONE; i++) {
		ptx_block_start(run->block, i);
		while (ptx_block_turn(run->block))
			;
	}
}
