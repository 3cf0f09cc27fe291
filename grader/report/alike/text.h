/* text.h - what of a text is its owner's own, and its grams. */
#ifndef GRADER_REPORT_ALIKE_TEXT_H
#define GRADER_REPORT_ALIKE_TEXT_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/numbers.h"
#include "grader/report/alike/tokens.h"

/* Adds the grams of a starter; to be sorted once all are added. */
void starter_add(Numbers *starter, const AlikeTokens *tokens);

/* Makes a text of tokens, which stay the caller's. `starter` is sorted. */
void text_make(AlikeText *text, int owner, int lab, const AlikeTokens *tokens,
	       const Numbers *starter);
void text_release(AlikeText *text);

/* Sets covered[i] where token i is in a gram that is in `in`; returns how many own ones are. `covered` is of
 * text->count. */
size_t text_cover(const AlikeText *text, const Numbers *in, bool *covered);

/* The fingerprints (winnowing): of each ALIKE_WINDOW grams that follow each other the smallest. Those in `but` are as
 * if they were not there. To be freed with numbers_release; sorted. */
void text_fingerprints(const AlikeText *text, const Numbers *but, Numbers *prints);

#endif
