/* verify_registers.c - whether the registers that a decoded kernel names lie beside each other, as ptx_parse() has them.
 *
 * Where two lay partly in the same bytes, a lane could get by one of them what another lane has in the other. */
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/matrix.h"

#define WORD 4U /* bytes; a predicate has as many */

/* Of each word of the registers: 0: nobody's yet; INSIDE a register; or one of so many words begins there, and its bits as
 * declared, those of a special one aside. */
enum { INSIDE = 255 };

typedef struct Registers {
	const PtxKernel *code;
	uint8_t *word; /* registers of 64 bits have 64 words */
} Registers;

static bool register_lies(const Registers *r, uint32_t at, uint32_t words)
{
	const uint32_t all = r->code->register_bytes / WORD, first = at / WORD;
	const uint8_t here = first < all ? r->word[first] : (uint8_t)INSIDE;
	if (at % WORD || words > all || first > all - words)
		return false;
	if (here == words)
		return true;
	for (uint32_t i = 0; i < words; i++) {
		if (r->word[first + i] != 0)
			return false;
		r->word[first + i] = (uint8_t)INSIDE;
	}
	r->word[first] = (uint8_t)words;
	return true;
}

static bool operand_lies(const Registers *r, const PtxOperand *operand)
{
	const uint32_t words = operand->bits == 1 ? 1 : (operand->bits == 64 ? 2 : 1) * PTX_LANES;
	return operand->kind != PTX_REGISTER || register_lies(r, operand->at, words);
}

static bool instr_lies(const Registers *r, const PtxInstr *instr)
{
	for (uint32_t i = 0; i < PTX_OPERANDS; i++)
		if (!operand_lies(r, &instr->operand[i]))
			return false;
	return operand_lies(r, &instr->guard);
}

static bool code_lies(const Registers *r)
{
	const PtxKernel *k = r->code;
	for (uint32_t i = 0; i < PTX_SPECIALS; i++) {
		const uint32_t words = (i == PTX_FRAME || i == PTX_IMAGE ? 2 : 1) * PTX_LANES;
		if (k->special[i] && !register_lies(r, k->special[i] - 1, words))
			return false;
	}
	for (uint32_t i = 0; i < k->manageds; i++)
		if (!register_lies(r, k->managed[i].at, 2 * PTX_LANES))
			return false;
	for (uint32_t i = 0; i < k->count; i++)
		if (!instr_lies(r, &k->code[i]))
			return false;
	for (uint32_t i = 0; i < k->mores; i++)
		if (!operand_lies(r, &k->more[i]))
			return false;
	return true;
}

bool ptx_verify_registers(const PtxKernel *code, PtxError *error)
{
	Registers r = {code, calloc(code->register_bytes / WORD + 1U, 1)};
	const bool good = r.word && code_lies(&r);
	if (!good)
		snprintf(error->text, sizeof error->text,
			 "its decoded form: %.60s: registers that lie in each other", code->name);
	free(r.word);
	return good;
}
