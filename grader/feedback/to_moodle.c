/* to_moodle.c - folders as Moodle takes them back ("Upload multiple feedback files in a zip").
 * https://github.com/moodle/moodle (mod/assign/feedback/file/importziplib.php): a folder is called
 * fullname_participant_assignsubmission_file_, and the number in it says whose it is.
 *
 * The number is in the name of what was handed in, when it was downloaded from Moodle; else in the
 * assignment's grading worksheet. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"
#include "grader/feedback/bundle.h"

#define MIDDLE "_assignsubmission_file"

/* The numbers that the worksheet has. */
typedef struct Participants {
	RecordList list;
	char **numbers; /* by record */
} Participants;

int moodle_begin(Bundle *b)
{
	Participants *p;
	Job job = {.in_name = b->in_name};

	if (!b->in_name)
		return 0;
	b->known = p = memory_new(sizeof *p);
	if (records_read(&p->list, book_path(b->from->book)) < 0)
		return -1;
	p->numbers = memory_new(((size_t)p->list.count + 1) * sizeof *p->numbers);
	job.list = &p->list;
	return moodle_participants(&job, p->numbers);
}

void moodle_end(Bundle *b)
{
	Participants *p = b->known;

	for (int i = 0; p && p->numbers && i < p->list.count; i++)
		free(p->numbers[i]);
	if (p) {
		free((void *)p->numbers);
		records_release(&p->list);
	}
	free(p);
	b->known = NULL;
}

/* The number of "Ada Lovelace_12_assignsubmission_file_"; NULL: it is no such name. To be freed. */
static char *number_in(const char *folder)
{
	const char *middle = strstr(folder, MIDDLE), *at = middle;

	while (at && at > folder && isdigit((unsigned char)at[-1]))
		at--;
	return !at || at == middle || at == folder || at[-1] != '_'
		       ? NULL
		       : text_new("%.*s", (int)(middle - at), at);
}

static char *number_of_student(const Bundle *b, const Given *g)
{
	const Participants *p = b->known;
	char *id = clean_copy(g->id), *number = number_in(g->folder);

	for (int i = 0; !number && p && i < p->list.count; i++)
		if (p->numbers[i] && strcmp(p->list.records[i].id, id) == 0)
			number = text_new("%s", p->numbers[i]);
	free(id);
	return number;
}

int moodle_put(Bundle *b, const Given *g)
{
	char *number = number_of_student(b, g), *name, *folder;
	int bad;

	if (!number) {
		remark("%s (%s): Moodle's number is not known; left out: expected folders from "
		       "Moodle's download, or IN= with the grading worksheet",
		       g->name, g->id);
		return 1;
	}
	name = clean_copy(g->name);
	for (char *c = name; *c != '\0'; c++)
		if (strchr("_/\\:*?\"<>|", *c)) /* _ parts the name from the number */
			*c = ' ';
	while (*name == '.' || *name == ' ' || *name == '-')
		memmove(name, name + 1, strlen(name));
	folder = text_new("%.80s_%s" MIDDLE "_", *name == '\0' ? "student" : name, number);
	bad = bundle_page(b, folder, "feedback.html", g) < 0;
	free(folder);
	free(name);
	free(number);
	return bad ? -1 : 0;
}
