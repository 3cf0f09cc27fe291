/* graded.h - what a grading left in its folder, read with care: any member may be missing. */
#ifndef GRADED_H
#define GRADED_H

#include <jansson.h>

typedef struct Graded {
	json_t *results;   /* results.json */
	json_t *details;   /* details.json, or NULL */
	json_t *coverage;  /* coverage.json: which lines were reached, or NULL */
	json_t *reference; /* timelines of the solutions (reference.h), or NULL */
} Graded;

/* Reads the folder's files. 0, or -1 with a line on stderr when there is no results.json that can
 * be read. Release it also then. */
int graded_load(const char *folder, Graded *graded);
void graded_release(Graded *graded);

/* Takes out what students must not see of hidden checks. */
void graded_conceal(Graded *graded);

/* A JSON file of a sane size; NULL, with a line on stderr if `needed`. */
json_t *json_file_load(const char *path, int needed);

/* The member, or "" and 0 when it is not there or something else. */
const char *text_of(const json_t *object, const char *key);
double number_of(const json_t *object, const char *key);
int int_of(const json_t *object, const char *key);

/* The object in the list whose member `key` is that text, or NULL. */
json_t *list_find(const json_t *list, const char *key, const char *text);

/* N of "labN_name", 0 for other names. */
int lab_number(const char *lab);

#endif
