/* page.c - one file without any other: no script, no picture or font from elsewhere.
 *
 * The policy in the head forbids everything but our own style sheet, named by its hash. So even if
 * text of a submission became markup, which html.c is there to prevent, it could load nothing, run
 * nothing and not change how the page looks. */
#include "grader/report/page/page.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/report/page/html.h"

/* style.css, a line each, and its SHA-256; made by grader/part.mk */
static const char *const style[] = {
#include "style.inc"
};
static const char style_hash[] =
#include "style_hash.inc"
	;

int page_begin(Page *page, const char *title, const char *skip, const char *skip_words)
{
	page->out = open_memstream(&page->text, &page->bytes);
	if (!page->out) {
		refuse("out of memory");
		return -1;
	}
	fprintf(page->out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'sha256-%s'; base-uri 'none'; form-action 'none'\"/>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
		"<meta name=\"color-scheme\" content=\"light dark\"/>\n"
		"<meta name=\"referrer\" content=\"no-referrer\"/>\n<style>",
		style_hash);
	for (size_t i = 0; i < sizeof style / sizeof *style; i++)
		fputs(style[i], page->out);
	html_print(page->out,
		   "</style>\n<title>%s</title>\n</head>\n<body>\n"
		   "<a class=\"skip\" href=\"#%s\">%s</a>\n",
		   title, skip, skip_words);
	return 0;
}

int page_put(const char *path, const char *text, size_t bytes)
{
	return file_put(path, text, bytes) < 0
		       ? refuse("%s cannot be written: %s", path, strerror(errno))
		       : 0;
}

int page_end(Page *page, const char *path)
{
	int bad;

	fputs("</body>\n</html>\n", page->out);
	bad = ferror(page->out);
	bad = fclose(page->out) != 0 || bad;
	if (bad)
		refuse("out of memory");
	else
		bad = file_put_private(path, page->text, page->bytes) < 0 &&
		      refuse("%s cannot be written: %s", path, strerror(errno)) < 0;
	free(page->text);
	return bad ? -1 : 0;
}

#define RING 44.0 /* its radius; it is 110 wide */

void page_ring(FILE *out, double part, const char *inside, const char *said)
{
	double round = 2 * M_PI * RING, share = part < 0 ? 0 : part > 1 ? 1 : part;

	html_print(out,
		   "<svg class=\"ring\" viewBox=\"0 0 110 110\" role=\"img\" aria-label=\"%s\">"
		   "<circle class=\"ring-all\" cx=\"55\" cy=\"55\" r=\"%g\"/>",
		   said, RING);
	if (share > 0)
		fprintf(out,
			"<circle class=\"ring-part\" cx=\"55\" cy=\"55\" r=\"%g\" "
			"stroke-dasharray=\"%.2f %.2f\" transform=\"rotate(-90 55 55)\"/>",
			RING, round * share, round);
	html_print(out, "<text x=\"55\" y=\"60\" text-anchor=\"middle\">%s</text></svg>\n", inside);
}

void page_bar(FILE *out, double part)
{
	double share = part < 0 ? 0 : part > 1 ? 1 : part;

	fprintf(out,
		"<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
		"aria-hidden=\"true\"><rect class=\"bar-all\" width=\"100\" height=\"8\"/>"
		"<rect class=\"bar-part\" width=\"%.1f\" height=\"8\"/></svg>",
		share * 100);
}
