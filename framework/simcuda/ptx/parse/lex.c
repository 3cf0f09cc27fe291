/* lex.c - splits PTX into words. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/parse/lex.h"

#define LONGEST_NUMBER 64

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
	       c == '%' || c == '.';
}

void lex_start(Lex *lex, const char *text, size_t bytes)
{
	*lex = (Lex){.at = text, .end = text + bytes, .next_line = 1};
	lex_next(lex);
}

static bool comes(const Lex *lex, const char *two)
{
	return lex->end - lex->at >= 2 && lex->at[0] == two[0] && lex->at[1] == two[1];
}

static void skip_comment(Lex *lex)
{
	lex->at += 2;
	while (lex->at < lex->end && !comes(lex, "*/")) {
		lex->next_line += *lex->at == '\n';
		lex->at++;
	}
	lex->at += lex->end - lex->at >= 2 ? 2 : lex->end - lex->at;
}

static void skip_space(Lex *lex)
{
	while (lex->at < lex->end) {
		if (comes(lex, "//"))
			while (lex->at < lex->end && *lex->at != '\n')
				lex->at++;
		else if (comes(lex, "/*"))
			skip_comment(lex);
		else if (*lex->at == ' ' || (*lex->at >= '\t' && *lex->at <= '\r'))
			lex->next_line += *lex->at++ == '\n';
		else
			return;
	}
}

/* 0f and 0d, with the bits of the value in hexadecimal. */
static void take_float(Lex *lex, const char *digits)
{
	char *rest;
	bool single = digits[1] == 'f' || digits[1] == 'F';
	uint64_t bits = strtoull(digits + 2, &rest, 16);
	lex->kind = !*rest && strlen(digits) == (single ? 10 : 18) ? LEX_FLOAT : LEX_BAD;
	lex->single = single;
	lex->value = bits;
}

static void take_decimal(Lex *lex, const char *digits)
{
	char *rest;
	double value = strtod(digits, &rest);
	lex->kind = *rest ? LEX_BAD : LEX_FLOAT;
	lex->single = false;
	memcpy(&lex->value, &value, sizeof(value));
}

static void take_integer(Lex *lex, const char *digits)
{
	char *rest;
	bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
	lex->value = strtoull(digits + (binary ? 2 : 0), &rest, binary ? 2 : 0);
	rest += *rest == 'U';
	lex->kind = *rest ? LEX_BAD : LEX_NUMBER;
}

static void take_number(Lex *lex)
{
	char digits[LONGEST_NUMBER + 1] = "";
	while (lex->at < lex->end && (is_letter(*lex->at) || is_digit(*lex->at)))
		lex->at++;
	lex->length = (size_t)(lex->at - lex->text);
	lex->kind = LEX_BAD;
	if (lex->length > LONGEST_NUMBER)
		return;
	memcpy(digits, lex->text, lex->length);
	if (digits[0] == '0' && digits[1] && strchr("fFdD", digits[1]))
		take_float(lex, digits);
	else if (strchr(digits, '.'))
		take_decimal(lex, digits);
	else
		take_integer(lex, digits);
}

static void take_string(Lex *lex)
{
	lex->text = ++lex->at;
	while (lex->at < lex->end && *lex->at != '"' && *lex->at != '\n')
		lex->at++;
	lex->length = (size_t)(lex->at - lex->text);
	bool closed = lex->at < lex->end && *lex->at == '"';
	lex->kind = closed ? LEX_STRING : LEX_BAD;
	lex->at += closed;
}

/* "ld.global.L2::128B" is one word, "loop:" is two. */
static void take_word(Lex *lex)
{
	while (lex->at < lex->end &&
	       (is_letter(*lex->at) || is_digit(*lex->at) || comes(lex, "::")))
		lex->at += comes(lex, "::") ? 2 : 1;
	lex->length = (size_t)(lex->at - lex->text);
	lex->kind = LEX_WORD;
}

void lex_next(Lex *lex)
{
	skip_space(lex);
	lex->line = lex->next_line;
	lex->text = lex->at;
	lex->length = 0;
	lex->kind = LEX_END;
	if (lex->at == lex->end)
		return;
	if (*lex->at == '"') {
		take_string(lex);
	} else if (is_digit(*lex->at)) {
		take_number(lex);
	} else if (is_letter(*lex->at)) {
		take_word(lex);
	} else {
		lex->at++;
		lex->length = 1;
		lex->kind = LEX_MARK;
	}
}

bool lex_is(const Lex *lex, const char *text)
{
	return (lex->kind == LEX_WORD || lex->kind == LEX_MARK) && lex->length == strlen(text) &&
	       memcmp(lex->text, text, lex->length) == 0;
}
