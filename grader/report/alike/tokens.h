/* tokens.h - C as tokens that say what it does, and not how it is called or laid out. */
#ifndef GRADER_REPORT_ALIKE_TOKENS_H
#define GRADER_REPORT_ALIKE_TOKENS_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/names.h"
#include "grader/sandbox/sandbox.h"

/* So many times as many as a text has bytes, at most: what macros stand for is more than the text. */
#define ALIKE_TOKENS_MOST 4

typedef struct AlikeTokens {
	AlikeToken *list;
	size_t count;
	bool broken;   /* what read the text crashed: nothing is known of it */
	bool in_doubt; /* much of it may be another text to the compiler: a person has to read it */
} AlikeTokens;

typedef struct AlikeSource {
	const char *text; /* "" for none */
	bool is_cuda;     /* C++ with kernels */
	AlikeTokens tokens;
} AlikeSource;

/* Reads one source, whose `tokens` are not looked at, which may hold any bytes, in this process: what the reader does, and what is done with
 * texts of the kit. To be freed. */
void alike_tokens_make(AlikeTokens *tokens, const Names *names, const AlikeSource *source);

/* The same for what students wrote, in a process in the sandbox; should one text crash it, the others are
 * read all the same. 0, or -1 with a line in `why` when there is no such process. The caller must have no
 * other children. */
int alike_tokens_read(AlikeSource *sources, int count, const Names *names, SandboxTier tier,
		      const char *box, char *why, size_t why_size);

void alike_tokens_release(AlikeTokens *tokens);

#endif
