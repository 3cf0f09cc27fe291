/* live.c - how many registers of a thread are in use at once. NVIDIA's assembler decides how many it
 * gives; this is an estimate. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/usage.h"

/* Which registers hold something that is used later, before each instruction: a bit a slot. */
typedef struct Live {
	uint64_t *bit;
	uint8_t *words; /* of 32 bits, of each slot */
	uint32_t slots, width;
} Live;

static uint64_t *live_at(const Live *live, uint32_t at)
{
	return live->bit + (size_t)at * live->width;
}

static void live_join(const Live *live, uint64_t *now, uint32_t at, uint32_t count)
{
	if (at >= count)
		return;
	const uint64_t *other = live_at(live, at);
	for (uint32_t w = 0; w < live->width; w++)
		now[w] |= other[w];
}

/* What is live behind the instruction, of all that may come next. */
static void live_behind(const Live *live, const PtxKernel *code, uint32_t at, uint64_t *now)
{
	const PtxInstr *instr = &code->code[at];
	bool always = instr->guard.kind == PTX_ABSENT;
	if (instr->op == PTX_BRA)
		live_join(live, now, instr->target, code->count);
	if (instr->op == PTX_BRX)
		for (uint32_t i = 0; i < code->list[instr->target].count; i++)
			live_join(live, now, code->list[instr->target].target[i], code->count);
	bool leaves = instr->op == PTX_BRA || instr->op == PTX_BRX || instr->op == PTX_RET ||
		      instr->op == PTX_EXIT || instr->op == PTX_TRAP;
	if (!leaves || !always)
		live_join(live, now, at + 1, code->count);
}

static void live_before(const PtxKernel *code, const PtxInstr *instr, uint64_t *now)
{
	uint32_t count = ptx_operands(instr);
	for (uint32_t k = 0; k < count; k++) {
		const PtxOperand *operand = ptx_operand(code, instr, k);
		uint32_t slot = SLOT(operand);
		if (IS_VALUE(operand) && ptx_is_target(instr, k) && instr->guard.kind == PTX_ABSENT)
			now[slot / 64] &= ~(UINT64_C(1) << slot % 64);
	}
	for (uint32_t k = 0; k < count; k++) {
		const PtxOperand *operand = ptx_operand(code, instr, k);
		uint32_t slot = SLOT(operand);
		if (IS_VALUE(operand) && !ptx_is_target(instr, k))
			now[slot / 64] |= UINT64_C(1) << slot % 64;
	}
}

/* Backwards over the code; whether anything has changed. */
static bool live_pass(const Live *live, const PtxKernel *code, uint64_t *now)
{
	bool changed = false;
	for (uint32_t i = code->count; i-- > 0;) {
		uint64_t *before = live_at(live, i);
		memset(now, 0, live->width * sizeof *now);
		live_behind(live, code, i, now);
		live_before(code, &code->code[i], now);
		changed = changed || memcmp(before, now, live->width * sizeof *now) != 0;
		memcpy(before, now, live->width * sizeof *now);
	}
	return changed;
}

static uint32_t live_most(const Live *live, uint32_t count)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < count; i++) {
		const uint64_t *bits = live_at(live, i);
		uint32_t words = 0;
		for (uint32_t w = 0; w < live->width; w++)
			for (uint64_t rest = bits[w]; rest; rest &= rest - 1)
				words += live->words[64 * w + (uint32_t)__builtin_ctzll(rest)];
		most = words > most ? words : most;
	}
	return most;
}

/* Of larger kernels it is not worked out. */
#define WORDS_MOST  (1U << 20)
#define PASSES_MOST 32
#define NOT_KNOWN   64

bool ptx_live(PtxKernel *code)
{
	uint32_t slots = code->register_bytes / REGISTER_BYTES + 1, width = slots / 64 + 1;
	Live live = {.slots = slots, .width = width};
	code->live = NOT_KNOWN;
	if ((uint64_t)width * code->count > WORDS_MOST)
		return true;
	live.bit = calloc((size_t)width * code->count, sizeof *live.bit);
	live.words = calloc(64U * width, 1);
	uint64_t *now = calloc(width, sizeof *now);
	bool good = live.bit && live.words && now;
	for (uint32_t i = 0; good && i < code->count; i++) {
		const PtxInstr *instr = &code->code[i];
		for (uint32_t k = 0; k < ptx_operands(instr); k++) {
			const PtxOperand *operand = ptx_operand(code, instr, k);
			if (IS_VALUE(operand))
				live.words[SLOT(operand)] = operand->bits == 64 ? 2 : 1;
		}
	}
	for (uint32_t pass = 0; good && pass < PASSES_MOST; pass++)
		if (!live_pass(&live, code, now))
			break;
	if (good)
		code->live = live_most(&live, code->count);
	free(live.bit);
	free(live.words);
	free(now);
	return good;
}

/* --- of a kernel with what it calls ---------------------------------------------------------------- */

#define REGISTERS_MOST 255
/* What addresses of calls, the stack and the assembler's own needs take, as a rule. */
#define REGISTERS_MORE 4

uint32_t ptx_registers_estimated(const PtxModule *module, const PtxKernel *kernel)
{
	uint32_t called = 0, all;
	for (uint32_t i = 0; i < module->functions && kernel->lists > 0; i++)
		called = module->function[i].live > called ? module->function[i].live : called;
	all = kernel->live + called + REGISTERS_MORE;
	all = all < 16 ? 16 : all;
	uint32_t most = kernel->registers_said ? kernel->registers_said : REGISTERS_MOST;
	return all < most ? all : most;
}

uint32_t ptx_shared_used(const PtxModule *module, const PtxKernel *kernel)
{
	uint32_t used = kernel->shared_used;
	for (uint32_t i = 0; i < module->functions && kernel->lists > 0; i++)
		used += module->function[i].shared_used;
	return used < kernel->shared_bytes ? used : kernel->shared_bytes;
}

size_t ptx_code_count(const PtxModule *module, const PtxKernel *kernel)
{
	size_t count = kernel->count;
	for (uint32_t i = 0; i < module->functions; i++)
		count += module->function[i].count;
	return count;
}

const PtxInstr *ptx_code_at(const PtxModule *module, const PtxKernel *kernel, size_t number)
{
	if (number < kernel->count)
		return &kernel->code[number];
	number -= kernel->count;
	for (uint32_t i = 0; i < module->functions; i++) {
		if (number < module->function[i].count)
			return &module->function[i].code[number];
		number -= module->function[i].count;
	}
	return NULL;
}
