/* graded.h - the files that a grading left in its folder.
 *
 * Theory of operation. This room reads what a page is made from: the JSON files of a submission
 * (here) or the gradebook of a class (class_data.h), and removes what students must not see of
 * hidden checks (conceal.c). It runs in the process of usegpu page and only reads. The files may
 * be damaged or of another version, so any member may be missing or of another type: readers get ""
 * or 0 then. No mark is computed here. */
#ifndef GRADER_REPORT_DATA_GRADED_H
#define GRADER_REPORT_DATA_GRADED_H

#include <jansson.h>

typedef struct Graded {
	json_t *results;   /* results.json */
	json_t *details;   /* details.json, or NULL */
	json_t *coverage;  /* coverage.json: which lines were executed, or NULL */
	json_t *reference; /* timelines of the kit's solutions (reference.h), or NULL */
	json_t *head;      /* of the page that goes back to a student (head_section.h), or NULL */
} Graded;

/* Reads the folder's files. 0, or -1 with a line on stderr when results.json is missing or damaged.
 * Release `graded` in both cases. */
int graded_load(const char *folder, Graded *graded);
void graded_release(Graded *graded);

/* Removes what students must not see of hidden checks. */
void graded_conceal(Graded *graded);

/* Parses a JSON file of limited size; NULL on an error, with a line on stderr if `needed`. */
json_t *json_file_load(const char *path, int needed);

/* The member, or "" and 0 when it is missing or of another type. */
const char *text_of(const json_t *object, const char *key);
double number_of(const json_t *object, const char *key);
int int_of(const json_t *object, const char *key);

/* The object in the list whose member `key` is that text, or NULL. */
json_t *list_find(const json_t *list, const char *key, const char *text);

/* N of "labN_name", 0 for other names. */
int lab_number(const char *lab);

#endif
