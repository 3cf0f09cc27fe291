/* findings.c - a file of the student's process, read with care: regular, small, JSON. */
#include "findings.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

#define REPORT_MAX (1024 * 1024)

static const char *const kinds[] = {
	"race",         "out-of-bounds", "use-after-free", "double-free", "uninitialised-read",
	"wrong-device", "host-pointer",  "device-pointer", "leak",        "unsynchronised-timing",
};

unsigned finding_bit(const char *kind)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i], kind) == 0)
			return 1U << i;
	return 0;
}

/* Returns the bytes, to be freed; NULL with *absent set when there is no file at all. */
static char *report_load(int folder_fd, const char *report, size_t *count, int *absent)
{
	struct stat about;
	char *bytes = NULL;
	ssize_t got = 0;
	int fd = openat(folder_fd, report, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	*absent = faccessat(folder_fd, report, F_OK, AT_SYMLINK_NOFOLLOW) < 0;
	*count = 0;
	if (fd < 0)
		return NULL;
	if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= REPORT_MAX)
		bytes = malloc(REPORT_MAX);
	while (bytes != NULL && *count < REPORT_MAX &&
	       (got = read(fd, bytes + *count, REPORT_MAX - *count)) > 0)
		*count += (size_t)got;
	close(fd);
	return bytes;
}

/* How the text introduces a finding's second place, as the simulator's own report does. */
static const char *second_word(const char *kind)
{
	return strcmp(kind, "race") == 0                    ? "and"
	       : strcmp(kind, "use-after-free") == 0        ? "freed at"
	       : strcmp(kind, "double-free") == 0           ? "freed at"
	       : strcmp(kind, "unsynchronised-timing") == 0 ? "work queued at"
							    : "made at";
}

/* The site without its folders, "lab3_copies.c:31", when it lies in the student's file; or NULL. */
static const char *site_own(const json_t *site, const char *source)
{
	const char *text = json_string_value(site);
	const char *base = text == NULL ? NULL : strrchr(text, '/');

	base = base == NULL ? text : base + 1;
	return base != NULL && strncmp(base, source, strlen(source)) == 0 &&
			       base[strlen(source)] == ':'
		       ? base
		       : NULL;
}

/* Sets `where` to the first site in the student's file, and tells the second place in the message
 * when it lies there too. */
static void where_find(const json_t *sites, const char *source, const char *kind, Finding *finding)
{
	const char *second = site_own(json_array_get(sites, 1), source), *first = NULL;
	size_t length = strlen(finding->message);

	for (size_t i = 0; first == NULL && i < json_array_size(sites); i++)
		first = site_own(json_array_get(sites, i), source);
	finding->where[0] = '\0';
	if (first != NULL)
		text_clean(finding->where, sizeof finding->where, first, strlen(first));
	if (second == NULL)
		return;

	char place[80];

	text_clean(place, sizeof place, second, strlen(second));
	text_format(finding->message + length, sizeof finding->message - length, "; %s %s",
		    second_word(kind), place);
}

int findings_read(int folder_fd, const char *report, const char *source, unsigned allowed,
		  Finding *finding)
{
	size_t count, i;
	int absent, result = 0;
	char *bytes = report_load(folder_fd, report, &count, &absent);
	json_t *root = NULL, *list, *each;

	if (bytes != NULL)
		root = json_loadb(bytes, count, 0, NULL);
	free(bytes);
	list = json_object_get(root, "findings");
	if (!json_is_array(list)) {
		json_decref(root);
		return absent ? -1 : -2;
	}
	json_array_foreach(list, i, each)
	{
		const char *kind = json_string_value(json_object_get(each, "kind"));
		const char *message = json_string_value(json_object_get(each, "message"));

		if (kind == NULL || message == NULL || finding_bit(kind) == 0) {
			result = -2;
			break;
		}
		if (finding_bit(kind) & allowed)
			continue;
		text_clean(finding->message, FINDING_TEXT_MAX, message, strlen(message));
		where_find(json_object_get(each, "where"), source, kind, finding);
		result = 1;
		break;
	}
	json_decref(root);
	return result;
}
