/* paper.c - marks, and what keeps a paper from having one. */
#include "paper.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refuse.h"
#include "text.h"

static const char *const verdicts[] = {"pass", "fail", "todo", "skip", "inconclusive", "error"};

int verdict_parse(const char *name)
{
	for (int i = 0; i <= PAPER_ERROR; i++)
		if (name != NULL && strcmp(verdicts[i], name) == 0)
			return i;
	return -1;
}

const char *verdict_word(PaperVerdict verdict)
{
	return verdicts[verdict];
}

int verdict_is_judged(PaperVerdict verdict)
{
	return verdict <= PAPER_TODO;
}

const char *paper_refusal(const Paper *paper)
{
	if (paper->overridden)
		return NULL;
	if (strcmp(paper->status, "absent") == 0)
		return "sent nothing";
	if (strcmp(paper->status, "failed") == 0)
		return *paper->message ? paper->message : "the grader failed";
	if (paper->errors > 0)
		return "the grader failed at some checks";
	if (!(paper->max_score > 0))
		return "nothing was judged";
	if (paper_full(paper) < paper->class_full - 1e-6)
		return "fewer points could be had than by others: not all labs were graded, or by "
		       "an older kit";
	return NULL;
}

int paper_passes(const Paper *paper)
{
	for (int i = 0; i < paper->lab_count; i++)
		for (int k = 0; k < paper->labs[i].count; k++)
			if (verdict_is_judged(paper->labs[i].checks[k].verdict) &&
			    paper->labs[i].checks[k].verdict != PAPER_PASS)
				return 0;
	return 1;
}

double paper_full(const Paper *paper)
{
	return paper->max_score + paper->unjudged;
}

double paper_mark(const Paper *paper, double full)
{
	/* what was set by hand counts in all points there are */
	double of = paper->overridden ? paper->class_full : paper->max_score;

	return of > 0 ? paper->final * (full / of) : paper->final;
}

double lab_mark(const PaperLab *lab, double full)
{
	return lab->max_score > 0 ? lab->score * (full / lab->max_score) : -1;
}

int lab_number(const char *name)
{
	char *end;

	if (strncmp(name, "lab", 3) != 0 || !isdigit((unsigned char)name[3]))
		return -1;
	long number = strtol(name + 3, &end, 10);

	return *end == '_' && number < 1000 ? (int)number : -1;
}

const PaperLab *paper_lab(const Paper *paper, const char *name)
{
	for (int i = 0; i < paper->lab_count; i++)
		if (strcmp(paper->labs[i].name, name) == 0)
			return &paper->labs[i];
	return NULL;
}

const Paper *papers_whole(const PaperList *list)
{
	const Paper *best = NULL;

	for (int i = 0; i < list->count; i++)
		if (best == NULL || list->papers[i].lab_count > best->lab_count)
			best = &list->papers[i];
	return best;
}

char *clean_copy(const char *text)
{
	size_t length = text == NULL ? 0 : strlen(text);
	size_t room = 4 * length + 8; /* a byte becomes \xNN at most */
	char *copy = malloc(room);

	if (copy == NULL) {
		refuse("out of memory");
		exit(2);
	}
	text_clean(copy, room, text == NULL ? "" : text, length);
	return copy;
}

const char *number_text(char out[NUMBER_SIZE], double number)
{
	double rounded = round(number * 100) / 100;

	snprintf(out, NUMBER_SIZE, "%.2f", rounded == 0 ? 0 : rounded); /* never -0 */
	size_t length = strlen(out);

	while (out[length - 1] == '0')
		out[--length] = '\0';
	if (out[length - 1] == '.')
		out[length - 1] = '\0';
	return out;
}

void *list_grown(void *list, int count, size_t size)
{
	if (count == 0 || (count >= 8 && (count & (count - 1)) == 0)) {
		list = realloc(list, (count == 0 ? 8 : (size_t)count * 2) * size);
		if (list == NULL) {
			refuse("out of memory");
			exit(2);
		}
	}
	memset((char *)list + (size_t)count * size, 0, size);
	return list;
}

static void lab_release(PaperLab *lab)
{
	for (int i = 0; i < lab->count; i++) {
		PaperCheck *check = &lab->checks[i];

		free(check->id);
		free(check->title);
		free(check->message);
		free(check->hint);
		free(check->where);
		free(check->told);
	}
	free(lab->checks);
	free(lab->name);
}

void paper_release(Paper *paper)
{
	char *texts[] = {paper->id,      paper->name,     paper->email,   paper->section,
			 paper->folder,  paper->status,   paper->message, paper->gpu,
			 paper->machine, paper->isolation};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
	for (int i = 0; i < paper->lab_count; i++)
		lab_release(&paper->labs[i]);
	free(paper->labs);
	json_decref(paper->columns);
	*paper = (Paper){.id = NULL};
}

void papers_release(PaperList *list)
{
	for (int i = 0; i < list->count; i++)
		paper_release(&list->papers[i]);
	free(list->papers);
	*list = (PaperList){.papers = NULL};
}
