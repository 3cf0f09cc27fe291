/* to_canvas.c - files as Canvas takes them back ("Upload Submissions" of an assignment): each becomes a
 * file at a comment on the submission.
 * https://github.com/instructure/canvas-lms (app/models/abstract_assignment.rb,
 * infer_comment_context_from_filename): of a name the first two parts between _ that are numbers say
 * whose it is and which file of the submission; the second must be one that the student handed in. So only
 * a name from Canvas's own download will do. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/intake/entries.h"
#include "grader/feedback/bundle.h"

int canvas_begin(Bundle *b)
{
	Entries *entries;

	if (!b->submissions)
		return refuse("SUBMISSIONS= is missing: expected the folder of Canvas's download");
	b->known = entries = memory_new(sizeof *entries);
	return entries_read(entries, b->submissions);
}

void canvas_end(Bundle *b)
{
	if (b->known)
		entries_release(b->known);
	free(b->known);
	b->known = NULL;
}

/* How much of "lovelaceada_LATE_90001_700001_lab1_devices.c" lies before the second number's end; 0: it is
 * no such name. */
static size_t prefix_length(const char *name)
{
	int numbers = 0;

	for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_')) {
		size_t digits = strspn(at + 1, "0123456789");

		if (digits > 0 && at[1 + digits] == '_' && ++numbers == 2)
			return (size_t)(at + 1 + digits - name);
	}
	return 0;
}

/* The file of the newest attempt, as the numbers of an attempt that is replaced may be gone. */
static const char *file_of(const Entries *entries, const char *folder)
{
	const FlatFile *newest = NULL;

	for (int i = 0; i < entries->count; i++) {
		const Entry *entry = &entries->list[i];

		if (strcmp(entry->folder, folder) != 0)
			continue;
		if (entry->archive)
			return entry->name;
		for (int k = 0; k < entry->flat.count; k++)
			if (!newest || strcmp(entry->flat.list[k].download.attempt,
					      newest->download.attempt) > 0)
				newest = &entry->flat.list[k];
	}
	return !newest ? NULL : newest->name;
}

int canvas_put(Bundle *b, const Given *g)
{
	const char *file = file_of(b->known, g->folder);
	size_t length = !file ? 0 : prefix_length(file);
	char *name;
	int bad;

	if (length == 0) {
		remark("%s (%s): no file of Canvas's download is this student's, so Canvas would "
		       "not know whose the page is; left out",
		       g->name, g->id);
		return 1;
	}
	name = text_new("%.*s_feedback.html", (int)length, file);
	bad = bundle_page(b, NULL, name, g) < 0;
	free(name);
	return bad ? -1 : 0;
}
