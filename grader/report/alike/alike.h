/* alike.h - which submissions are alike: the parts of the comparison, and what they hand on.
 *
 * Theory of operation. A lab of a student is a *text*. tokens.h makes a row of tokens of it, in a process
 * apart, with names reduced so far that renaming hides nothing. Each ALIKE_GRAM tokens in a row, within
 * one function, have a hash, the *gram*: two texts have the same where they say the same, in
 * whatever order their functions stand. What the starter has is nobody's own (text.h). The class is
 * compared with itself and with each further *set*: the solutions, public copies, earlier years
 * (compare.h); pairs.h finds through an index which texts are worth it. Pairs with a high share make
 * *clusters* (clusters.h). The pages are written by grader/report/class. All of it is the same on every
 * computer: nothing is drawn. */
#ifndef GRADER_REPORT_ALIKE_ALIKE_H
#define GRADER_REPORT_ALIKE_ALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIKE_GRAM 16 /* tokens */
#define ALIKE_WINDOW                                                                               \
	8 /* grams of which one is a fingerprint: a run of GRAM + WINDOW - 1 is found */
#define ALIKE_SHORT 20 /* own tokens: a function with fewer says nothing */
#define ALIKE_LEAST 60 /* own tokens of a lab: fewer are not compared */
#define ALIKE_SHARE 60 /* per cent of a score: from here on two are a pair, */
#define ALIKE_SAME  90 /* or per cent of all own tokens */
#define ALIKE_ALONE 80 /* per cent of a score: from here on one lab of many is enough */
#define ALIKE_PART  3  /* else one in so many of the labs that both have */
#define ALIKE_LABS  64 /* labs have numbers below that */

typedef enum AlikeKind { ALIKE_CLASS, ALIKE_SOLUTION, ALIKE_PUBLIC, ALIKE_EARLIER } AlikeKind;

typedef struct AlikeToken {
	uint32_t shape; /* the same for what counts as the same */
	uint32_t line;  /* counted from 1; never less than that of the token before */
	uint32_t
		part; /* a function's head, its body, or what stands between two: never less either */
	uint32_t head; /* 1: of a function's head, which is no one's own */
} AlikeToken;

/* One lab of one owner. */
typedef struct AlikeText {
	int owner, lab;
	size_t count;   /* of tokens */
	uint32_t *line; /* of each token */
	uint32_t *part;
	uint64_t *
		gram; /* that begins at the token; 0: the starter has it, or the part ends before */
	uint8_t *
		weight; /* of the gram that begins at the token, as text_weigh has set it (share.h) */
	bool *own;      /* of each token: neither the starter's, nor of a head or a short part */
	size_t owns;    /* how many */
	uint64_t *has; /* the grams, sorted, each once */
	size_t has_count;
} AlikeText;

typedef struct AlikeOwner {
	int set;
	int student;  /* of the class; -1 */
	char *name;   /* as it is shown */
	char *folder; /* that holds the texts; NULL: a student's, whose are in details.json */
} AlikeOwner;

typedef struct AlikeSet {
	AlikeKind kind;
	char *name; /* "the published solutions", or the folder as it was given */
} AlikeSet;

/* Everything that is compared. Set 0 is the class, whose owners come first. */
typedef struct Alike {
	AlikeSet *sets;
	int set_count;
	AlikeOwner *owners;
	int owner_count, class_count;
	AlikeText *texts; /* by lab, then by owner, once alike_sort has been called */
	int text_count;
} Alike;

int alike_set_add(Alike *all, AlikeKind kind, const char *name);

/* Takes over the name and the folder. */
int alike_owner_add(Alike *all, int set, int student, char *name, char *folder);

/* The text of that owner and lab, or NULL. `all` is sorted. */
AlikeText *alike_text(const Alike *all, int owner, int lab);

void alike_sort(Alike *all);
void alike_release(Alike *all);

#endif
