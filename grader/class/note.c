/* note.c - one line: the digest of the archive, and that of the labs in it. */
#include "note.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "refuse.h"
#include "text.h"
#include "work.h"

#define NOTE_BYTES (2 * DIGEST_SIZE) /* a space and a newline in place of the two zeros */

static char *note_path(const Submission *s, const char *file)
{
	return text_new("%s/students/%s%s", s->class->folder, s->entry->key, file);
}

int note_read(const Submission *s, TakeNote *note)
{
	char *path = note_path(s, "/archive.txt");
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, NOTE_BYTES, &bytes);
	int bad = text == NULL || bytes != NOTE_BYTES;

	if (!bad) {
		snprintf(note->archive, sizeof note->archive, "%.64s", text);
		snprintf(note->content, sizeof note->content, "%.64s", text + DIGEST_SIZE);
	}
	free(text);
	free(path);
	return bad ? -1 : 0;
}

int note_write(const Submission *s, const TakeNote *note)
{
	char *folder = note_path(s, ""), *path = note_path(s, "/archive.txt");
	char *fresh = note_path(s, "/archive.txt.new");
	FILE *file = folder_make(folder) == 0 ? fopen(fresh, "we") : NULL;
	int bad = file == NULL || fprintf(file, "%s %s\n", note->archive, note->content) < 0;

	if (file != NULL && fclose(file) != 0)
		bad = 1;
	bad = bad || rename(fresh, path) < 0;
	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	free(fresh);
	free(path);
	free(folder);
	return bad ? -1 : 0;
}
