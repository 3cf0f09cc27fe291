/* lab_list.h - a set of labs, as LAB=1,2 writes it. */
#ifndef GRADER_CLASS_INTAKE_LAB_LIST_H
#define GRADER_CLASS_INTAKE_LAB_LIST_H

#include <stdbool.h>
#include <stddef.h>

#define LAB_NUMBERS 100 /* a lab's number has two digits at most */

typedef struct LabList {
	bool has[LAB_NUMBERS];
} LabList;

/* "1,2"; "" and NULL stand for all labs of the chapter. A number that is none is left out. */
LabList lab_list_read(const char *text);

/* "1,2", to be freed; "" when they are all labs of the chapter. */
char *lab_list_text(const LabList *list);

bool lab_list_holds(const LabList *list, const LabList *part);
LabList lab_list_join(const LabList *a, const LabList *b);

/* What the kit's own checks of these labs are worth. */
double lab_list_points(const LabList *list);

#endif
