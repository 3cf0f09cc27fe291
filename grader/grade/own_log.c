/* own_log.c - appends a line; a file that has grown large loses its older half. */
#include "grader/grade/own_log.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/grade/results.h"
#include "grader/setup/work_dir.h"

#define BYTES_MOST ((size_t)4 << 20)

static char *line_make(const Options *o, const LabResult *lab)
{
	static const char *const left_out[] = {"hint",  "where",  "page",   "cause",
					       "times", "lesson", "stretch"};
	json_t *json = results_lab(lab), *check;
	time_t now = time(NULL);
	struct tm local;
	char when[40] = "";
	size_t i;

	json_array_foreach(json_object_get(json, "checks"), i, check)
	{
		for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
			json_object_del(check, left_out[k]);
	}
	if (localtime_r(&now, &local))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);

	json_t *line = json_pack("{s:s, s:I, s:s, s:[o]}", "when", when, "seed",
				 (json_int_t)o->seed, "name", lab->lab->name, "labs", json);
	char *text = !line ? NULL : json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(12));

	json_decref(line);
	return text;
}

/* A new file with the lines of the newer half takes its place. */
static int older_drop(const char *path)
{
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, BYTES_MOST * 4, &bytes);
	const char *half = !text ? NULL : memchr(text + bytes / 2, '\n', bytes - bytes / 2);
	int bad = !half || file_put_private(path, half + 1, bytes - (size_t)(half + 1 - text)) < 0;

	free(text);
	return bad ? -1 : 0;
}

static int line_add(const char *path, const char *line)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	char *whole = text_new("%s\n", line);
	ssize_t length = (ssize_t)strlen(whole);
	struct stat about = {.st_size = 0};
	int bad = fd < 0 || write(fd, whole, (size_t)length) != length || fstat(fd, &about) < 0;

	free(whole);
	bad = (fd >= 0 && close(fd) < 0) || bad;
	if (!bad && (size_t)about.st_size > BYTES_MOST)
		bad = older_drop(path) < 0;
	return bad ? -1 : 0;
}

void own_log_add(const Options *o, const LabResult *lab)
{
	char *folder = text_new("%s/progress/%s", o->build, o->place);
	char *path = text_new("%s/log", folder), *line = line_make(o, lab);

	if (!line || folder_create(folder) < 0 || line_add(path, line) < 0)
		refuse("the work log cannot be kept: %s: %s", path, strerror(errno));
	free(line);
	free(path);
	free(folder);
}
