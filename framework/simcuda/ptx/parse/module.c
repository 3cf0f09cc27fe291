/* module.c - what stands outside of functions. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

#define MAX_FILES 65536

bool parse_skip_line(Parse *p)
{
	uint32_t line = p->lex.line;
	while (p->lex.kind != LEX_END && p->lex.line == line)
		lex_next(&p->lex);
	return !p->failed;
}

/* ".file 1 "saxpy.cu", 1700000000, 1234": what follows the name is its time and size. */
static bool take_file(Parse *p)
{
	PtxModule *m = p->module;
	uint64_t number;
	uint32_t line = p->lex.line;
	if (!parse_number(p, &number, MAX_FILES))
		return false;
	if (p->lex.kind != LEX_STRING)
		return parse_fail(p, "expected a file's name in quotes");
	while (m->files <= number) {
		if (!PARSE_GROW(p, m->file, m->files, &p->file_room))
			return false;
		m->files++;
	}
	free(m->file[number]);
	m->file[number] = strndup(p->lex.text, p->lex.length);
	if (!m->file[number])
		return parse_fail(p, "no memory");
	while (p->lex.kind != LEX_END && p->lex.line == line)
		lex_next(&p->lex);
	return true;
}

/* ".section .debug_info { ... }" */
static bool skip_section(Parse *p)
{
	uint32_t depth = 0, line = p->lex.line;
	do {
		depth += lex_is(&p->lex, "{");
		depth -= depth > 0 && lex_is(&p->lex, "}");
		lex_next(&p->lex);
	} while (p->lex.kind != LEX_END &&
		 (depth > 0 || lex_is(&p->lex, "{") || p->lex.line == line));
	return depth == 0 || parse_fail_at(p, line, "a section without an end");
}

/* "sm_75", perhaps with a letter behind, and other words behind commas. */
static bool take_target(Parse *p)
{
	if (p->lex.kind == LEX_WORD && p->lex.length >= 5 && memcmp(p->lex.text, "sm_", 3) == 0)
		for (size_t i = 3; i < p->lex.length && i < 7; i++)
			if (p->lex.text[i] >= '0' && p->lex.text[i] <= '9')
				p->module->target =
					10 * p->module->target + (uint32_t)(p->lex.text[i] - '0');
	return parse_skip_line(p);
}

static bool take_address_size(Parse *p)
{
	uint64_t bits;
	return parse_number(p, &bits, 64) &&
	       (bits == 64 || parse_fail(p, "addresses of %u bits", (unsigned)bits));
}

static bool is_declaration(const Lex *lex)
{
	static const char *const words[] = {".global", ".const", ".shared"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (lex_is(lex, words[i]))
			return true;
	return false;
}

static bool take_one(Parse *p)
{
	bool external = false;
	for (;;) {
		external = external || lex_is(&p->lex, ".extern");
		if (!parse_take(p, ".extern") && !parse_take(p, ".visible") &&
		    !parse_take(p, ".weak") && !parse_take(p, ".common"))
			break;
	}
	if (parse_take(p, ".entry"))
		return parse_function(p, true, external);
	if (parse_take(p, ".func"))
		return parse_function(p, false, external);
	if (is_declaration(&p->lex))
		return parse_variable(p, external);
	if (parse_take(p, ".version"))
		return parse_skip_line(p);
	if (parse_take(p, ".target"))
		return take_target(p);
	if (parse_take(p, ".address_size"))
		return take_address_size(p);
	if (parse_take(p, ".file"))
		return take_file(p);
	if (parse_take(p, ".section"))
		return skip_section(p);
	if (parse_take(p, ".pragma"))
		return parse_skip_line(p);
	return parse_fail(p, "%.*s is not known to the simulator", PARSE_WORD(p));
}

bool parse_module(Parse *p)
{
	while (p->lex.kind != LEX_END && !p->failed)
		take_one(p);
	const PtxModule *m = p->module;
	for (uint32_t i = 0; i < m->kernels && !p->failed; i++)
		parse_calls_know(p, &m->kernel[i]);
	for (uint32_t i = 0; i < m->functions && !p->failed; i++)
		parse_calls_know(p, &m->function[i]);
	return !p->failed;
}
