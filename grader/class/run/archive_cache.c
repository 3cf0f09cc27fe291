/* archive_cache.c - one line: the digest of the archive, and that of the labs in it. */
#include "grader/class/run/archive_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/setup/work_dir.h"

#define NOTE_BYTES (2 * DIGEST_SIZE) /* a space and a newline in place of the two zeros */

static char *note_path(const Submission *s, const char *file)
{
	return text_new("%s/students/%s%s", s->class->folder, s->entry->key, file);
}

int archive_cache_read(const Submission *s, CollectNote *note)
{
	char *path = note_path(s, "/archive.txt");
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, NOTE_BYTES, &bytes);
	int bad = !text || bytes != NOTE_BYTES;

	if (!bad) {
		snprintf(note->archive, sizeof note->archive, "%.64s", text);
		snprintf(note->content, sizeof note->content, "%.64s", text + DIGEST_SIZE);
	}
	free(text);
	free(path);
	return bad ? -1 : 0;
}

int archive_cache_write(const Submission *s, const CollectNote *note)
{
	char *folder = note_path(s, ""), *path = note_path(s, "/archive.txt");
	char *fresh = note_path(s, "/archive.txt.new");
	FILE *file = folder_create(folder) == 0 ? fopen(fresh, "we") : NULL;
	int bad = !file || fprintf(file, "%s %s\n", note->archive, note->content) < 0;

	if (file && fclose(file) != 0)
		bad = 1;
	bad = bad || rename(fresh, path) < 0;
	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	free(fresh);
	free(path);
	free(folder);
	return bad ? -1 : 0;
}
