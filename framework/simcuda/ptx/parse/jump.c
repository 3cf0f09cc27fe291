/* jump.c - labels, lists of them, and calls. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

bool parse_jump(Parse *p, Jump jump)
{
	if (!PARSE_GROW(p, p->jump, p->jumps, &p->jump_room))
		return false;
	p->jump[p->jumps++] = jump;
	return true;
}

/* Those whose label is in a scope further out stay, until that one ends. */
void parse_jumps_resolve(Parse *p, uint32_t from, bool all)
{
	uint32_t kept = from, number;
	for (uint32_t i = from; i < p->jumps && !p->failed; i++) {
		const Jump *jump = &p->jump[i];
		const Symbol *label = symbol_find(p, jump->name, jump->length, &number);
		if (!label || label->kind != SYMBOL_LABEL) {
			if (all)
				parse_fail_at(p, jump->line, "there is no label %.*s",
					      (int)(jump->length < 80 ? jump->length : 80),
					      jump->name);
			p->jump[kept++] = *jump;
		} else if (jump->in_list) {
			p->kernel->list[jump->number].target[jump->entry] = label->at;
		} else {
			p->kernel->code[jump->number].target = label->at;
		}
	}
	p->jumps = kept;
}

/* --- lists ------------------------------------------------------------------------------------ */

static PtxList *list_add(Parse *p)
{
	PtxKernel *k = p->kernel;
	if (!PARSE_GROW(p, k->list, k->lists, &p->list_room))
		return NULL;
	return &k->list[k->lists++];
}

static bool take_targets(Parse *p, Symbol *label)
{
	uint32_t room = 0, number = p->kernel->lists;
	PtxList *list = list_add(p);
	if (!list)
		return false;
	label->kind = SYMBOL_LIST;
	label->at = number;
	do {
		if (p->lex.kind != LEX_WORD)
			return parse_fail(p, "expected a label, got %.*s", PARSE_WORD(p));
		if (!PARSE_GROW(p, list->target, list->count, &room) ||
		    !parse_jump(p, (Jump){.name = p->lex.text,
					  .length = p->lex.length,
					  .line = p->lex.line,
					  .in_list = true,
					  .number = number,
					  .entry = list->count}))
			return false;
		list->count++;
		lex_next(&p->lex);
	} while (parse_take(p, ","));
	return parse_expect(p, ";");
}

/* "name: .branchtargets L1, L2;" and "name: .callprototype ...;" */
bool parse_label_list(Parse *p, Symbol *label)
{
	if (parse_take(p, ".branchtargets"))
		return take_targets(p, label);
	if (!parse_take(p, ".callprototype") && !parse_take(p, ".calltargets"))
		return true;
	label->kind = SYMBOL_PROTOTYPE;
	while (p->lex.kind != LEX_END && !lex_is(&p->lex, ";"))
		lex_next(&p->lex);
	return parse_expect(p, ";");
}

bool parse_brx(Parse *p, PtxInstr *instr)
{
	uint32_t number;
	if (!parse_source(p, PTX_U32, false, &instr->operand[0]) || !parse_expect(p, ","))
		return false;
	const Symbol *list = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (!list || list->kind != SYMBOL_LIST)
		return parse_fail(p, "%.*s is no list of labels", PARSE_WORD(p));
	instr->target = list->at;
	lex_next(&p->lex);
	return true;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* "(retval0)" or "(param0, param1)": variables in the caller's local memory. */
static bool take_arguments(Parse *p, PtxParam *param, uint32_t *count, uint32_t most)
{
	uint32_t number;
	if (!parse_expect(p, "(") || parse_take(p, ")"))
		return !p->failed;
	do {
		const Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
		if (!symbol || symbol->kind != SYMBOL_LOCAL || *count == most)
			return parse_fail(p, "%.*s is no .param variable", PARSE_WORD(p));
		param[(*count)++] = (PtxParam){symbol->at, symbol->bytes};
		lex_next(&p->lex);
	} while (parse_take(p, ","));
	return parse_expect(p, ")");
}

static bool take_callee(Parse *p, PtxInstr *instr, uint32_t *callee)
{
	uint32_t number;
	const Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (symbol && symbol->kind == SYMBOL_FUNCTION) {
		*callee = symbol->at;
		lex_next(&p->lex);
		return true;
	}
	*callee = PTX_INDIRECT;
	if (!symbol || symbol->kind != SYMBOL_REGISTER)
		return parse_fail(p, "%.*s is no function", PARSE_WORD(p));
	return parse_source(p, PTX_U64, false, &instr->operand[0]);
}

#define MOST_ARGUMENTS 256

bool parse_call(Parse *p, PtxInstr *instr)
{
	PtxParam in[MOST_ARGUMENTS], back[MOST_ARGUMENTS];
	uint32_t ins = 0, backs = 0, callee, room = 0, number;
	if (lex_is(&p->lex, "(") &&
	    (!take_arguments(p, back, &backs, MOST_ARGUMENTS) || !parse_expect(p, ",")))
		return false;
	if (!take_callee(p, instr, &callee))
		return false;
	if (parse_take(p, ",") && lex_is(&p->lex, "(")) {
		if (!take_arguments(p, in, &ins, MOST_ARGUMENTS))
			return false;
		parse_take(p, ",");
	}
	if (p->lex.kind == LEX_WORD) { /* of an indirect call */
		const Symbol *prototype = symbol_find(p, p->lex.text, p->lex.length, &number);
		if (!prototype ||
		    (prototype->kind != SYMBOL_PROTOTYPE && prototype->kind != SYMBOL_LIST))
			return parse_fail(p, "%.*s is no prototype", PARSE_WORD(p));
		lex_next(&p->lex);
	}
	instr->target = p->kernel->lists;
	PtxList *list = list_add(p);
	for (uint32_t i = 0; list && i < ins + backs; i++) {
		if (!PARSE_GROW(p, list->param, list->count, &room))
			return false;
		list->param[list->count++] = i < ins ? in[i] : back[i - ins];
	}
	if (list) {
		list->callee = callee;
		list->ins = ins;
	}
	return list != NULL;
}
