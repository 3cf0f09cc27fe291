/* lex.h - words of PTX. */
#ifndef PTX_LEX_H
#define PTX_LEX_H

#include "framework/simcuda/ptx/ptx.h"

typedef enum LexKind {
	LEX_END,
	LEX_WORD, /* a name, a directive or an instruction with its modifiers: .reg, %tid.x, add.s32 */
	LEX_NUMBER, /* value */
	LEX_FLOAT, /* value: the bits of a double; single: it was written as 0f, those of a float */
	LEX_STRING, /* without its quotes */
	LEX_MARK,   /* one character */
	LEX_BAD,
} LexKind;

typedef struct Lex {
	const char *at, *end;
	uint32_t line; /* of the current word */
	uint32_t next_line;
	LexKind kind;
	const char *text;
	size_t length;
	uint64_t value;
	bool single;
} Lex;

void lex_start(Lex *lex, const char *text, size_t bytes);
void lex_next(Lex *lex);
bool lex_is(const Lex *lex, const char *text);

#endif
