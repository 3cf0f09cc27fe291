/* similar_page.c - a page for each cluster: who is in it, and their texts beside each other. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/class/similar.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"

#define BESIDE_MOST 24 /* pairs of texts on a page */

static const char *owner_name(const Similar *s, int owner)
{
	return s->all.owners[owner].name;
}

/* Of each student the most alike text. */
static void members_write(FILE *out, const Similar *s, const AlikeCluster *cluster)
{
	fputs("<section>\n<h2 id=\"members\">Who</h2>\n<div class=\"scroll\" tabindex=\"0\" "
	      "role=\"region\" aria-labelledby=\"members\"><table><thead><tr><th "
	      "scope=\"col\">student"
	      "</th><th scope=\"col\">most like</th><th scope=\"col\" class=\"n\">lab</th>"
	      "<th scope=\"col\" class=\"n\">share</th><th scope=\"col\" class=\"n "
	      "hide\">tokens</th></tr>"
	      "</thead><tbody>\n",
	      out);
	for (int i = 0; i < cluster->of_class; i++) {
		int owner = cluster->members[i];
		const AlikeEdge *edge = &s->edges.list[cluster_best(cluster, &s->edges, owner)];

		html_print(out,
			   "<tr><th scope=\"row\"><bdi>%s</bdi></th><td><bdi>%s</bdi></td>"
			   "<td class=\"n\">%d</td><td class=\"n\">%d %%</td>"
			   "<td class=\"n hide\">%d</td></tr>\n",
			   owner_name(s, owner),
			   owner_name(s, edge->a == owner ? edge->b : edge->a), edge->lab,
			   edge->share, (int)edge->common);
	}
	fputs("</tbody></table></div>\n<p class=\"soft\">The share is that of the tokens of one's "
	      "own "
	      "that stand in the other text too, of the one of the two of which it is more.</p>\n"
	      "</section>\n",
	      out);
}

/* Whether the edge shows a student's lab that no edge before it shows. */
static bool is_new(const Similar *s, const AlikeCluster *cluster, int which)
{
	const AlikeEdge *edge = &s->edges.list[cluster->edges[which]];
	bool a = false, b = s->all.owners[edge->b].set != 0;

	for (int i = 0; i < which; i++) {
		const AlikeEdge *other = &s->edges.list[cluster->edges[i]];

		if (other->lab != edge->lab)
			continue;
		a = a || other->a == edge->a || other->b == edge->a;
		b = b || other->a == edge->b || other->b == edge->b;
	}
	return !a || !b;
}

static void texts_write(FILE *out, const Similar *s, const AlikeCluster *cluster)
{
	int shown = 0;

	for (int i = 0; i < cluster->edge_count && shown < BESIDE_MOST; i++)
		if (is_new(s, cluster, i))
			similar_beside(out, s, &s->edges.list[cluster->edges[i]], ++shown);
	if (cluster->edge_count > shown)
		html_print(out,
			   "<p>Each lab of each student is shown once, beside the text that is "
			   "most like "
			   "it, up to %d in all; there are %d more pairs.</p>\n",
			   BESIDE_MOST, cluster->edge_count - shown);
}

static int cluster_page(const Similar *s, int number)
{
	const AlikeCluster *cluster = &s->clusters.list[number - 1];
	char *path = text_new("%s/" SIMILAR_FOLDER "/%d.html", s->data->folder, number);
	char *title = text_new("%s: similar submissions, group %d", s->data->title, number);
	Page page;
	int bad = page_begin(&page, title, "members", "Skip to the students") < 0;

	if (!bad) {
		html_print(page.out,
			   "<header><h1><bdi>%s</bdi></h1></header>\n<nav aria-label=\"parts\"><ul>"
			   "<li><a href=\"../class.html#similar\">the "
			   "class</a></li></ul></nav>\n<main>\n",
			   title);
		members_write(page.out, s, cluster);
		texts_write(page.out, s, cluster);
		fputs("</main>\n<footer>For instructors: it holds what students wrote. A number is "
		      "no "
		      "proof: read both texts before you ask.</footer>\n",
		      page.out);
		bad = page_end(&page, path) < 0;
	}
	free(title);
	free(path);
	return bad ? -1 : 0;
}

int similar_pages(const Similar *s)
{
	char *folder = text_new("%s/" SIMILAR_FOLDER, s->data->folder);
	int bad = 0;

	folder_remove(folder);
	if (s->clusters.count > 0 && mkdir(folder, 0700) < 0)
		bad = refuse("%s cannot be made: %s", folder, strerror(errno)) < 0;
	for (int i = 1; !bad && i <= s->clusters.count && i <= SIMILAR_SHOWN; i++)
		bad = cluster_page(s, i) < 0;
	free(folder);
	return bad ? -1 : 0;
}
