/* pairs.h - which two texts are worth a comparison: an index of their fingerprints. */
#ifndef GRADER_REPORT_ALIKE_PAIRS_H
#define GRADER_REPORT_ALIKE_PAIRS_H

#include "grader/report/alike/alike.h"
#include "grader/report/alike/numbers.h"

/* Calls take(first, second, context) for each pair of texts of the lab (indices into all->texts), the first of the
 * class and the second of that set, that share fingerprints enough. The work grows with the number of fingerprints:
 * where more than PAIRS_EACH texts of the set have one, each is paired with a few of the next alone, which in a group
 * of copies still ties all together. Texts of solutions and of public copies are paired with all. */
#define PAIRS_EACH 32
#define PAIRS_NEXT 8
void pairs_find(const Alike *all, int set, int lab, const Numbers *but,
		void (*take)(int first, int second, void *context), void *context);

#endif
