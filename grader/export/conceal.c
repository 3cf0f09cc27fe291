/* conceal.c - an instructor's hidden checks, as students may see them. */
#include <stdlib.h>

#include "paper.h"

static void text_set(char **text, const char *to)
{
	free(*text);
	*text = clean_copy(to);
}

void paper_conceal(Paper *paper)
{
	for (int i = 0; i < paper->lab_count; i++) {
		for (int k = 0; k < paper->labs[i].count; k++) {
			PaperCheck *check = &paper->labs[i].checks[k];

			if (check->told == NULL)
				continue;
			text_set(&check->title, check->told);
			text_set(&check->message, "");
			text_set(&check->hint, "");
			text_set(&check->where, "");
		}
	}
}
