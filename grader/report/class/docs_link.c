/* docs_link.c - links from the page of a class to pages of the documentation. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"

/* The way from a folder to a file, both absolute. To be freed. */
static char *way_make(const char *folder, const char *file)
{
	size_t same = 0, slash = 0;
	char *way, *longer;

	for (; folder[same] != '\0' && folder[same] == file[same]; same++)
		if (folder[same] == '/')
			slash = same;
	if (folder[same] == '\0' && file[same] == '/')
		slash = same;
	way = text_new("%s", "");
	for (const char *at = folder + slash; *at != '\0'; at++) {
		if (*at != '/' || at[1] == '\0')
			continue;
		longer = text_new("%s../", way);
		free(way);
		way = longer;
	}
	longer = text_new("%s%s", way, file + slash + 1);
	free(way);
	return longer;
}

/* The page of the site if it was made, else the text in docs/, seen from the class's folder; NULL:
 * neither is there. `page` is "errors/memory.md#leak". */
static char *page_find(const ClassData *data, const Docs *docs, const char *page)
{
	size_t length = strcspn(page, "#");
	size_t stem = length > 3 && strncmp(page + length - 3, ".md", 3) == 0 ? length - 3 : length;
	char *site = text_new("%s/docs/site/%.*s.html", docs->build, (int)stem, page);
	char *text = text_new("%s/docs/%.*s", docs->kit, (int)length, page);
	char *whole = realpath(site, NULL), *way = NULL;

	whole = whole ? whole : realpath(text, NULL);
	if (whole) {
		char *straight = way_make(data->folder, whole);

		way = text_new("%s%s", straight, page + length);
		free(straight);
	}
	free(whole);
	free(site);
	free(text);
	return way;
}

void docs_link(FILE *out, const ClassData *data, const Docs *docs, const char *page)
{
	char *way = *page == '\0' || strstr(page, "..") ? NULL : page_find(data, docs, page);

	if (way) {
		fputs("<a href=\"", out);
		for (const char *at = way; *at != '\0'; at++) /* a link has its own escapes */
			fprintf(out,
				strchr("%?&<>\"' ", *at) || (unsigned char)*at < 0x21 ||
						(unsigned char)*at > 0x7e
					? "%%%02X"
					: "%c",
				(unsigned char)*at);
		html_print(out, "\">docs/%s</a>", page);
	} else if (*page != '\0') {
		html_print(out, "docs/%s", page);
	}
	free(way);
}
