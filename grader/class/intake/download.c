/* download.c - a pattern a platform, tried one after the other. */
#include "grader/class/intake/download.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/intake/brightspace.h"

#define LATE            "_LATE" /* Canvas writes it behind the student's name */
#define MOODLE_MIDDLE   "_assignsubmission_file_"
#define BLACKBOARD_PART "_attempt_"
#define BLACKBOARD_DATE "dddd-dd-dd-dd-dd-dd"

/* The text behind "_" and a number, or NULL. */
static const char *number_skip(const char *at)
{
	size_t digits = *at == '_' ? strspn(at + 1, "0123456789") : 0;

	return digits > 0 ? at + 1 + digits : NULL;
}

/* The number of "-12" before the ending, and *end where it begins; -1 when there is none. */
static long again_number(const char *file, const char **end)
{
	const char *dot = strrchr(file, '.'), *at = dot;

	if (!dot)
		return -1;
	while (at > file && isdigit((unsigned char)at[-1]))
		at--;
	if (at == dot || dot - at > 6 || at - 1 <= file || at[-1] != '-')
		return -1;
	*end = at - 1;
	return strtol(at, NULL, 10);
}

/* Canvas's own mark of a file that was handed in again. */
static void again_read(const char *file, Download *out)
{
	const char *end;
	long number = again_number(file, &end);

	if (number < 0) {
		out->file = text_new("%s", file);
		return;
	}
	out->file = text_new("%.*s%s", (int)(end - file), file, strrchr(file, '.'));
	snprintf(out->attempt, sizeof out->attempt, "%08ld", number);
}

static bool is_canvas(const char *name, Download *out)
{
	const char *end = strchr(name, '_'), *user, *rest;

	if (!end || end == name)
		return false;
	user = strncmp(end, LATE "_", strlen(LATE) + 1) == 0 ? end + strlen(LATE) : end;
	rest = number_skip(user);
	rest = rest ? number_skip(rest) : NULL;
	if (!rest || *rest != '_' || rest[1] == '\0')
		return false;
	out->who = text_new("%.*s%.*s", (int)(end - name), name, (int)(number_skip(user) - user),
			    user);
	again_read(rest + 1, out);
	return true;
}

/* `who` ends as a folder of that student does, so that both ways to download give one name. */
static bool is_moodle(const char *name, Download *out)
{
	const char *middle = strstr(name, MOODLE_MIDDLE), *at = middle;

	while (at && at > name && isdigit((unsigned char)at[-1]))
		at--;
	if (!at || at == middle || at - 1 <= name || at[-1] != '_' ||
	    middle[strlen(MOODLE_MIDDLE)] == '\0')
		return false;
	out->who = text_new("%.*s" MOODLE_MIDDLE, (int)(middle - name), name);
	out->file = text_new("%s", middle + strlen(MOODLE_MIDDLE));
	return true;
}

static bool is_date(const char *text)
{
	for (const char *form = BLACKBOARD_DATE; *form != '\0'; form++, text++)
		if (*form == 'd' ? !isdigit((unsigned char)*text) : *text != *form)
			return false;
	return true;
}

static bool is_blackboard(const char *name, Download *out)
{
	const char *middle = strstr(name, BLACKBOARD_PART), *login = middle;
	const char *date = !middle ? "" : middle + strlen(BLACKBOARD_PART), *rest;

	while (login && login > name && login[-1] != '_')
		login--;
	if (!login || login == name || login == middle || !is_date(date))
		return false;
	rest = date + strlen(BLACKBOARD_DATE);
	if (*rest != '_' && strcmp(rest, ".txt") != 0)
		return false;
	out->who = text_new("%.*s", (int)(middle - name), name);
	out->login = text_new("%.*s", (int)(middle - login), login);
	out->file = text_new("%s", rest + (*rest == '_'));
	snprintf(out->attempt, sizeof out->attempt, "%.*s", (int)strlen(BLACKBOARD_DATE), date);
	snprintf(out->when, sizeof out->when, "%.10sT%.2s:%.2s:%.2s", date, date + 11, date + 14,
		 date + 17);
	return true;
}

static bool is_brightspace(const char *name, Download *out)
{
	Brightspace read;

	if (!brightspace_read(name, &read) || !read.file)
		return false;
	out->who = text_new("%.*s", read.who, name);
	out->name = text_new("%s", out->who + read.first);
	out->file = text_new("%s", read.file);
	memcpy(out->attempt, read.when, sizeof out->attempt);
	memcpy(out->when, read.when, sizeof out->when);
	return true;
}

/* Canvas ends the names of both kinds of pages so, behind the number of the student. */
bool download_is_typed(const char *name)
{
	const char *end = strrchr(name, '_');

	if (!end || end == name ||
	    (strcmp(end, "_text.html") != 0 && strcmp(end, "_link.html") != 0))
		return false;
	while (end > name && isdigit((unsigned char)end[-1]))
		end--;
	return *end != '_' && end > name && end[-1] == '_';
}

bool download_is_late(const char *name)
{
	const char *end = strchr(name, '_');
	Download read = {.who = NULL};
	bool is = end && strncmp(end, LATE "_", strlen(LATE) + 1) == 0 &&
		  (is_canvas(name, &read) || download_is_typed(name));

	download_release(&read);
	return is;
}

const char *download_undated(const char *name)
{
	static const char canvas[] = "files of Canvas", moodle[] = "files of Moodle";
	Download read = {.who = NULL};
	const char *is = strstr(name, "_assignsubmission_file")              ? moodle
			 : is_canvas(name, &read) || download_is_typed(name) ? canvas
									     : NULL;

	download_release(&read);
	return is;
}

static bool (*const platforms[])(const char *name, Download *out) = {is_moodle, is_brightspace,
								     is_blackboard, is_canvas};

/* The end of a name is its author's: who gives it the look of another platform's could be taken for
 * somebody else, or lose the date. */
bool download_is_ambiguous(const char *name)
{
	int fitting = 0;

	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++) {
		Download one = {.who = NULL};

		fitting += platforms[i](name, &one);
		download_release(&one);
	}
	return fitting > 1;
}

bool download_read(const char *name, Download *out)
{
	if (download_is_ambiguous(name))
		return false;
	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++) {
		*out = (Download){.who = NULL};
		if (platforms[i](name, out)) {
			out->undated = *out->when == '\0' ? download_undated(name) : NULL;
			return true;
		}
		download_release(out);
	}
	return false;
}

void download_release(Download *download)
{
	free(download->who);
	free(download->login);
	free(download->name);
	free(download->file);
	*download = (Download){.who = NULL};
}
