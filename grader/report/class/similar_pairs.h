/* similar_pairs.h - what sim_c prints, read. */
#ifndef GRADER_REPORT_CLASS_SIMILAR_PAIRS_H
#define GRADER_REPORT_CLASS_SIMILAR_PAIRS_H

#define SHARE_LEAST 60 /* per cent: less alike is no pair */
#define PAIRS_MAX   400

typedef struct Pair {
	int a, b; /* a < b, students */
	int share;
} Pair;

typedef struct Pairs {
	Pair list[PAIRS_MAX];
	int count;
} Pairs;

/* Adds the pairs in the output of sim_c on `texts` files NNNNN.c, of students below `students`.
 * sim_c ends with 0 also when it could not open a file, and says so among the rest: NULL when it
 * has read them all, else what it could not. `output` is cut into lines. */
const char *pairs_read(Pairs *pairs, char *output, int texts, int students);

#endif
