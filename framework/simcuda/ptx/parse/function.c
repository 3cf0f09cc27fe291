/* function.c - kernels, and functions that they call. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/parse/parse.h"

/* What stands before the body. */
typedef struct Head {
	Declared param[PTX_MAX_PARAM_COUNT];
	uint32_t ins, count; /* what it returns comes last */
	Declared back[8];
	uint32_t returns;
	const char *name;
	size_t length;
} Head;

/* "(.param .u64 a, .param .u32 b)" */
static bool take_params(Parse *p, Declared *list, uint32_t *count, uint32_t most)
{
	if (!parse_take(p, "(") || parse_take(p, ")"))
		return !p->failed;
	do {
		if (*count == most)
			return parse_fail(p, "more than %u parameters", most);
		if (!parse_take(p, ".param"))
			return parse_fail(p, "expected .param, got %.*s", PARSE_WORD(p));
		if (!parse_declared(p, &list[*count]))
			return false;
		(*count)++;
	} while (parse_take(p, ","));
	return parse_expect(p, ")");
}

static bool take_limit(Parse *p, uint32_t *limit)
{
	uint64_t product = 1, value;
	do {
		if (!parse_number(p, &value, UINT32_MAX))
			return false;
		product *= value;
		if (product > UINT32_MAX)
			return parse_fail(p, "more than %u threads", UINT32_MAX);
	} while (parse_take(p, ","));
	*limit = (uint32_t)product;
	return true;
}

/* ".maxntid 256, 1, 1" and the like; what is not known is of no consequence. */
static bool take_directives(Parse *p, PtxKernel *kernel)
{
	while (p->lex.kind == LEX_WORD && p->lex.text[0] == '.') {
		bool good = true;
		if (parse_take(p, ".maxntid") || parse_take(p, ".reqntid"))
			good = take_limit(p, &kernel->threads_most);
		else if (parse_take(p, ".minnctapersm"))
			good = take_limit(p, &kernel->min_blocks);
		else if (parse_take(p, ".maxnreg"))
			good = take_limit(p, &kernel->registers_said);
		else if (parse_take(p, ".noreturn") || parse_take(p, ".pragma"))
			good = p->lex.kind != LEX_STRING ||
			       (lex_next(&p->lex), parse_expect(p, ";"));
		else
			good = parse_fail(p, "%.*s is not known to the simulator", PARSE_WORD(p));
		if (!good)
			return false;
	}
	return true;
}

/* --- parameters ------------------------------------------------------------------------------- */

static bool param_add(Parse *p, const Declared *declared)
{
	PtxKernel *k = p->kernel;
	uint32_t offset, most = k->function ? PTX_MAX_LOCAL : PTX_MAX_PARAMS;
	uint32_t *bytes = k->function ? &k->local_bytes : &k->param_bytes;
	if (!PARSE_GROW(p, k->param, k->params, &p->param_room) ||
	    !parse_place(p, declared, bytes, most, &offset))
		return false;
	k->param[k->params++] = (PtxParam){offset, declared->bytes};
	Symbol *symbol = symbol_add(p, declared->name, declared->length,
				    k->function ? SYMBOL_LOCAL : SYMBOL_PARAM);
	if (!symbol)
		return false;
	symbol->at = offset;
	symbol->bytes = declared->bytes;
	return true;
}

static bool params_add(Parse *p, const Head *head)
{
	for (uint32_t i = 0; i < head->ins; i++)
		if (!param_add(p, &head->param[i]))
			return false;
	for (uint32_t i = 0; i < head->returns; i++)
		if (!param_add(p, &head->back[i]))
			return false;
	p->kernel->returns = head->returns;
	return true;
}

/* --- the body --------------------------------------------------------------------------------- */

/* The rest of the line of PTX. */
static bool take_inlined(Parse *p, uint32_t text_line)
{
	uint64_t file = 0, line = 0;
	while (p->lex.kind != LEX_END && p->lex.line == text_line) {
		bool is_inlined = lex_is(&p->lex, "inlined_at");
		lex_next(&p->lex);
		if (is_inlined &&
		    (!parse_number(p, &file, UINT32_MAX) || !parse_number(p, &line, UINT32_MAX)))
			return false;
	}
	if (p->failed || !PARSE_GROW(p, p->inlined, p->inlineds, &p->inlined_room))
		return false;
	p->inlined[p->inlineds++] = (Inlined){text_line, (uint32_t)file, (uint32_t)line};
	return true;
}

/* ".loc 1 8 3, function_name $L__info, inlined_at 1 20 2": the line that was inlined, and where. */
bool parse_loc(Parse *p)
{
	uint64_t file, line;
	uint32_t text_line = p->lex.line;
	if (!parse_number(p, &file, UINT32_MAX) || !parse_number(p, &line, UINT32_MAX))
		return false;
	p->file = (uint32_t)file;
	p->line = (uint32_t)line;
	return take_inlined(p, text_line);
}

static bool is_label(const Parse *p)
{
	const char *at = p->lex.at;
	while (at < p->lex.end && (*at == ' ' || *at == '\t'))
		at++;
	return at < p->lex.end && *at == ':' && (at + 1 == p->lex.end || at[1] != ':');
}

static bool take_label(Parse *p)
{
	Symbol *label = symbol_add(p, p->lex.text, p->lex.length, SYMBOL_LABEL);
	if (!label)
		return false;
	label->at = p->kernel->count;
	lex_next(&p->lex);
	lex_next(&p->lex);
	return parse_label_list(p, label);
}

static bool take_statement(Parse *p)
{
	if (p->lex.kind == LEX_WORD && p->lex.text[0] == '.') {
		if (parse_take(p, ".loc"))
			return parse_loc(p);
		if (parse_take(p, ".pragma"))
			return parse_skip_line(p);
		return parse_variable(p, parse_take(p, ".extern"));
	}
	if (parse_take(p, ";"))
		return true;
	if (p->lex.kind == LEX_WORD && is_label(p))
		return take_label(p);
	return parse_instr(p);
}

/* Names of an inner block end with it; jumps out of it are to labels that stand further out. */
static bool take_block(Parse *p)
{
	uint32_t symbols = p->symbols, jumps = p->jumps;
	if (++p->depth > 64)
		return parse_fail(p, "more than 64 blocks in each other");
	while (!p->failed && !parse_take(p, "}")) {
		if (p->lex.kind == LEX_END)
			return parse_fail(p, "the text ends within a function");
		if (parse_take(p, "{"))
			take_block(p);
		else
			take_statement(p);
	}
	parse_jumps_resolve(p, jumps, p->depth == 1);
	symbol_scope_end(p, symbols);
	p->depth--;
	return !p->failed;
}

/* --- the whole -------------------------------------------------------------------------------- */

static PtxKernel *kernel_new(Parse *p, bool entry, const Head *head, Symbol *known)
{
	PtxModule *m = p->module;
	PtxKernel *kernel;
	if (known)
		return &m->function[known->at];
	if (entry) {
		if (!PARSE_GROW(p, m->kernel, m->kernels, &p->kernel_room))
			return NULL;
		kernel = &m->kernel[m->kernels++];
	} else {
		if (!PARSE_GROW(p, m->function, m->functions, &p->function_room))
			return NULL;
		kernel = &m->function[m->functions++];
	}
	kernel->function = !entry;
	kernel->name = parse_name(p, head->name, head->length);
	return kernel;
}

static bool take_head(Parse *p, bool entry, Head *head)
{
	if (!entry && !take_params(p, head->back, &head->returns, 8))
		return false;
	if (p->lex.kind != LEX_WORD)
		return parse_fail(p, "expected a function's name, got %.*s", PARSE_WORD(p));
	head->name = p->lex.text;
	head->length = p->lex.length;
	lex_next(&p->lex);
	return take_params(p, head->param, &head->ins, PTX_MAX_PARAM_COUNT);
}

static void counters_reset(Parse *p)
{
	p->code_room = p->list_room = p->constant_room = p->param_room = 0;
	p->managed_room = p->more_room = 0;
	p->constant_used = 0;
	if (p->constant_slot)
		memset(p->constant_slot, 0, p->constant_slots * sizeof *p->constant_slot);
	p->jumps = p->depth = p->file = p->line = 0;
	p->bodies++;
}

/* A function that was declared before has its symbol. */
static bool take_body(Parse *p, const Head *head)
{
	PtxKernel *kernel = p->kernel;
	uint32_t symbols = p->symbols;
	counters_reset(p);
	kernel->shared_bytes = p->module->shared_bytes;
	bool good = params_add(p, head) && take_block(p);
	symbol_scope_end(p, symbols);
	kernel->shared_align = p->dynamic_align;
	if (good && kernel->count == 0) /* it returns at once */
		good = parse_emit(p, &(PtxInstr){.op = PTX_RET, .text_line = p->lex.line});
	return good && (ptx_flow_find(kernel) || parse_fail(p, "no memory"));
}

bool parse_function(Parse *p, bool entry, bool external)
{
	Head *head = calloc(1, sizeof *head);
	uint32_t number;
	(void)external;
	if (!head)
		return parse_fail(p, "no memory");
	bool good = take_head(p, entry, head);
	Symbol *known = good ? symbol_find(p, head->name, head->length, &number) : NULL;
	if (good && known &&
	    (entry || known->kind != SYMBOL_FUNCTION || p->module->function[known->at].count > 0))
		good = parse_fail(p, "%.*s is there twice", (int)head->length, head->name);
	if (good)
		p->kernel = kernel_new(p, entry, head, known);
	good = good && !p->failed && take_directives(p, p->kernel);
	if (good && !entry && !known) {
		Symbol *symbol = symbol_add(p, head->name, head->length, SYMBOL_FUNCTION);
		good = symbol != NULL;
		if (good)
			symbol->at = p->module->functions - 1;
	}
	if (good && !parse_take(p, ";"))
		good = parse_expect(p, "{") && take_body(p, head);
	p->kernel = NULL;
	free(head);
	return good;
}
