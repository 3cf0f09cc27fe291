/* compare.h - compares the class with itself, and with each other set. */
#ifndef GRADER_REPORT_ALIKE_COMPARE_H
#define GRADER_REPORT_ALIKE_COMPARE_H

#include "grader/report/alike/alike.h"

/* Two texts of a lab. */
typedef struct AlikeEdge {
	int a, b; /* owners: a of the class, b of any set */
	int lab;
	int share;     /* per cent: of the own tokens of one, or of the other if that is more */
	int score;     /* the same with weights */
	size_t common; /* how many tokens that is */
} AlikeEdge;

typedef struct AlikeEdges {
	AlikeEdge *list; /* by a, b and lab */
	int count;
	int texts;  /* of the class that were compared */
	int people; /* whose they are */
} AlikeEdges;

/* Finds the pairs. `all` is sorted. Two owners who have many labs have many chances to be alike by chance in one: they
 * are a pair where one lab in ALIKE_PART is, or a score is ALIKE_ALONE or more. Free with edges_release. */
void edges_find(AlikeEdges *edges, const Alike *all);
void edges_release(AlikeEdges *edges);

#endif
