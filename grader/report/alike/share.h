/* share.h - how much two texts have in common, and how much of that many others have too. */
#ifndef GRADER_REPORT_ALIKE_SHARE_H
#define GRADER_REPORT_ALIKE_SHARE_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/numbers.h"

/* What many of a set have of a lab: grams, and how much each of them counts. */
typedef struct Often {
	Numbers all;     /* grams that count less than fully, sorted */
	uint8_t *weight; /* of each, 0 to 99; what is not listed counts 100 */
	Numbers most; /* those of weight 0: more than half of the owners have them, and more than four */
} Often;

/* A gram counts fully that a tenth of the owners have, or four; from there on less and less, down to nothing where more
 * than half of them have it: the obvious answers. In the solutions and in public copies all count fully, however many
 * students have them. Free with often_release. */
void often_find(Often *often, const Alike *all, int set, int lab);
void often_release(Often *often);

/* Sets the weights of the text's grams. */
void text_weigh(AlikeText *text, const Often *often);

/* How much of either text is in the other. Grams of weight 0 do not count, neither as own nor as common. */
typedef struct AlikeShare {
	size_t own[2], common[2]; /* tokens */
	int share; /* per cent: common of own, of the one of which that is more; -1: one has less than ALIKE_LEAST */
	int score; /* the same with weights */
} AlikeShare;

/* Both were weighed with the same list. */
AlikeShare share_of(const AlikeText *a, const AlikeText *b);

/* Whether it makes a pair: by its score, or because hardly anything differs. */
bool share_is_pair(const AlikeShare *share);

#endif
