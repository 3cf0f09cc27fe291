/* blocks.h - what two texts have in common, piece by piece: for a page that shows them beside each other. */
#ifndef GRADER_REPORT_ALIKE_BLOCKS_H
#define GRADER_REPORT_ALIKE_BLOCKS_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/share.h"

/* Tokens that stand in both, in the same order. */
typedef struct AlikeBlock {
	size_t a, b;  /* the first one, in either text */
	size_t count; /* ALIKE_GRAM or more */
} AlikeBlock;

typedef struct AlikeBlocks {
	AlikeBlock *list; /* by `a`; no token of a is in two */
	int count;
} AlikeBlocks;

/* Each as long as it goes; grams of weight 0 begin none. Free with blocks_release. */
void blocks_find(AlikeBlocks *blocks, const AlikeText *a, const AlikeText *b);
void blocks_release(AlikeBlocks *blocks);

#endif
