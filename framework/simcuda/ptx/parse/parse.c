/* parse.c - reads a text of PTX. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

static bool fail(Parse *p, uint32_t line, const char *format, va_list arguments)
{
	if (!p->failed) {
		p->failed = true;
		p->error->line = line;
		vsnprintf(p->error->text, sizeof p->error->text, format, arguments);
	}
	p->lex.at = p->lex.end;
	p->lex.kind = LEX_END;
	p->lex.length = 0;
	return false;
}

bool parse_fail(Parse *p, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(p, p->lex.line, format, arguments);
	va_end(arguments);
	return false;
}

bool parse_fail_at(Parse *p, uint32_t line, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(p, line, format, arguments);
	va_end(arguments);
	return false;
}

bool parse_take(Parse *p, const char *text)
{
	bool is = lex_is(&p->lex, text);
	if (is)
		lex_next(&p->lex);
	return is;
}

bool parse_expect(Parse *p, const char *text)
{
	return parse_take(p, text) || parse_fail(p, "expected %s, got %.*s", text, PARSE_WORD(p));
}

bool parse_number(Parse *p, uint64_t *value, uint64_t most)
{
	if (p->lex.kind != LEX_NUMBER || p->lex.value > most)
		return parse_fail(p, "expected a number up to %llu, got %.*s",
				  (unsigned long long)most, PARSE_WORD(p));
	*value = p->lex.value;
	lex_next(&p->lex);
	return true;
}

void *parse_grow(Parse *p, void *array, uint32_t count, uint32_t *room, size_t size)
{
	if (count >= *room) {
		uint32_t next = *room ? 2 * *room : 8;
		void *grown = next > *room ? realloc(array, next * size) : NULL;
		if (!grown) {
			parse_fail(p, "no memory");
			return array;
		}
		array = grown;
		*room = next;
	}
	memset((unsigned char *)array + count * size, 0, size);
	return array;
}

char *parse_name(Parse *p, const char *name, size_t length)
{
	char *copy = name ? strndup(name, length) : NULL;
	if (!copy)
		parse_fail(p, "no memory");
	return copy;
}

PtxModule *ptx_parse(const char *text, size_t bytes, PtxError *error)
{
	return ptx_parse_managed(text, bytes, NULL, error);
}

PtxModule *ptx_parse_managed(const char *text, size_t bytes, const char *const *managed,
			     PtxError *error)
{
	Parse *p = calloc(1, sizeof *p);
	PtxModule *module = calloc(1, sizeof *module);
	*error = (PtxError){.line = 0};
	if (!p || !module || bytes > PTX_MAX_TEXT) {
		snprintf(error->text, sizeof error->text,
			 p && module ? "the text is longer than %u bytes" : "no memory",
			 PTX_MAX_TEXT);
		free(p);
		free(module);
		return NULL;
	}
	p->error = error;
	p->module = module;
	p->managed = managed;
	lex_start(&p->lex, text, bytes);
	bool good = parse_module(p) && !p->failed;
	if (good)
		parse_lines(p);
	free(p->symbol);
	free(p->constant_slot);
	free(p->jump);
	free(p->inlined);
	free(p);
	if (good)
		return module;
	ptx_free(module);
	return NULL;
}
