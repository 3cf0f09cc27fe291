/* platform.c - one pass over the entries for each platform. */
#include "grader/class/intake/platform.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/text.h"
#include "grader/class/intake/brightspace.h"
#include "grader/class/intake/gradescope.h"

/* --- Gradescope ------------------------------------------------------------------------------- */

static const char *submitter_called(const Submitter *s)
{
	return *s->id != '\0' ? s->id : *s->email != '\0' ? s->email : s->name;
}

static void submitter_take(Entry *entry, const GradescopeSubmission *from, const Submitter *s)
{
	const char *called = submitter_called(s);
	char *whole = from->count == 1 ? text_new("%s", entry->name)
				       : text_new("%s (%s)", entry->name, called);

	entry_call(entry, whole, *called != '\0' ? called : entry->name);
	entry->told.name = text_new("%s", s->name);
	entry->told.id = text_new("%s", s->id);
	entry->told.email = text_new("%s", s->email);
	snprintf(entry->told.when, sizeof entry->told.when, "%s", from->when);
	free(whole);
}

/* The folder is that of each member of the group. */
static void group_add(Entries *entries, int at, const GradescopeSubmission *from)
{
	for (int i = 1; i < from->count; i++) {
		Entry *more = entries_add(entries, entries->list[at].name);

		more->undated = entries->list[at].undated;
		submitter_take(more, from, &from->submitters[i]);
	}
	submitter_take(&entries->list[at], from, &from->submitters[0]);
}

static int gradescope_apply(Entries *entries, const char *folder)
{
	int count = entries->count, file = 0, bad;
	Gradescope all;

	while (file < count && strcmp(entries->list[file].name, GRADESCOPE_FILE) != 0)
		file++;
	if (file == count)
		return 0;
	bad = gradescope_read(&all, folder);
	for (int i = 0; bad == 0 && i < count; i++) {
		const GradescopeSubmission *from = gradescope_find(&all, entries->list[i].name);

		if (from && !entries->list[i].unfit)
			group_add(entries, i, from);
	}
	gradescope_release(&all);
	if (bad == 0)
		entries_drop(entries, file);
	return bad;
}

/* --- Brightspace ------------------------------------------------------------------------------ */

static void brightspace_apply(Entry *entry)
{
	Brightspace read;
	char *who;

	if (entry->archive || entry->unfit || entry->flat.count > 0 ||
	    !brightspace_read(entry->name, &read) || read.file)
		return;
	who = text_new("%.*s", read.who, entry->name);
	entry_call(entry, who, who);
	entry->told.name = text_new("%s", who + read.first);
	snprintf(entry->told.when, sizeof entry->told.when, "%s", read.when);
	free(who);
}

/* Folders of one student differ in their times alone. */
static void older_leave(Entries *entries)
{
	for (int i = 0; i < entries->count; i++) {
		Entry *entry = &entries->list[i];

		for (int k = 0; k < entries->count && !entry->left; k++) {
			const Entry *other = &entries->list[k];

			if (strcmp(entry->folder, other->folder) == 0 &&
			    strcmp(entry->told.when, other->told.when) < 0)
				entry->left = text_new("%s is a newer attempt", other->name);
		}
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Moodle's folders of other kinds than files are no submissions, and would claim the same student. */
static void moodle_apply(Entry *entry)
{
	static const char *const kinds[] = {"_assignfeedback_", "_assignsubmission_comments"};

	if (!entry->left && strstr(entry->name, "_assignsubmission_onlinetext")) {
		/* for a person to read, if it is all that came */
		entry->unfit = text_new("it is text that was typed, and no file");
		entry->left = text_new("it holds no files that were handed in");
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !entry->left; i++)
		if (strstr(entry->name, kinds[i]))
			entry->left = text_new("it holds no files that were handed in");
}

int platform_read(Entries *entries, const char *folder)
{
	for (int i = 0; i < entries->count; i++) {
		brightspace_apply(&entries->list[i]);
		moodle_apply(&entries->list[i]);
	}
	older_leave(entries);
	return gradescope_apply(entries, folder);
}
