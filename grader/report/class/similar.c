/* similar.c - finds similar submissions, and says on the class's page what was found. */
#include "grader/report/class/similar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/page/html.h"

#define MOST_LEAST 3 /* students: of fewer nobody can say "most of the class" */

/* --- the comparison --------------------------------------------------------------------------- */

/* A folder of our own, and a sandbox: 0; -1: `why` is set. */
static int place_make(Similar *s)
{
	char *above = text_new("%s/report", s->asked->build), *whole = NULL;

	/* readers work in a box of their own, from where a relative path leads elsewhere */
	if (folder_create(above) == 0)
		whole = realpath(above, NULL);
	s->work = text_new("%s/similar-XXXXXX", !whole ? above : whole);
	if (!whole || !mkdtemp(s->work) || chmod(s->work, 0711) < 0) {
		text_format(s->why, sizeof s->why, "no folder in %s: %s", above, strerror(errno));
		free(s->work);
		s->work = NULL;
	} else {
		s->box = text_new("%s/box-XXXXXX", s->work);
		if (sandbox_folder_create(s->box) < 0)
			text_format(s->why, sizeof s->why, "no folder for it: %s", strerror(errno));
		else
			s->tier = sandbox_probe(SANDBOX_FULL, s->box, NULL, s->why, sizeof s->why);
		if (s->tier != SANDBOX_NONE)
			s->why[0] = '\0'; /* why it is not the full one */
	}
	free(whole);
	free(above);
	return s->tier == SANDBOX_NONE ? -1 : 0;
}

Similar *similar_make(const ClassAsked *asked, const ClassData *data)
{
	Similar *s = memory_new(sizeof *s);
	int status;

	s->asked = asked;
	s->data = data;
	s->note = text_new("%s", "");
	status = place_make(s) < 0 || similar_texts_load(s) < 0 ? -1 : similar_folders_load(s);
	if (status == -2) {
		similar_free(s);
		return NULL;
	}
	if (status < 0) {
		remark("similar submissions: not compared: %s", s->why);
		return s;
	}
	alike_sort(&s->all);
	edges_find(&s->edges, &s->all);
	clusters_find(&s->clusters, &s->all, &s->edges);
	s->same = solutions_count(&s->all, &s->edges, &s->same_of);
	return s;
}

void similar_free(Similar *s)
{
	if (s->work)
		folder_remove(s->work);
	for (int i = 0; i < ALIKE_LABS; i++)
		numbers_release(&s->starters[i]);
	clusters_release(&s->clusters);
	edges_release(&s->edges);
	alike_release(&s->all);
	names_release(&s->names);
	free(s->work);
	free(s->box);
	free(s->note);
	free(s);
}

/* --- the page --------------------------------------------------------------------------------- */

void similar_headline(FILE *out, const Similar *s)
{
	if (s->same_of >= MOST_LEAST && 2 * s->same > s->same_of)
		html_print(out,
			   "<p class=\"note\"><b>Most of the class handed in the published "
			   "solutions: %d "
			   "of %d students.</b> <a href=\"#similar\">Who</a></p>\n",
			   s->same, s->same_of);
}

/* Where it comes from, as far as that is known. */
static void sources_write(FILE *out, const Similar *s, const AlikeCluster *cluster)
{
	static const char *const of[] = {[ALIKE_SOLUTION] = "",
					 [ALIKE_PUBLIC] = ", a public copy in ",
					 [ALIKE_EARLIER] = ", of an earlier year: "};
	int shown = 0;

	for (int i = cluster->of_class; i < cluster->count && shown < 4; i++, shown++) {
		const AlikeOwner *owner = &s->all.owners[cluster->members[i]];
		const AlikeSet *set = &s->all.sets[owner->set];

		html_print(out, "%s<bdi>%s</bdi>%s<bdi>%s</bdi>", shown > 0 ? "; " : "",
			   owner->name, of[set->kind],
			   set->kind == ALIKE_SOLUTION ? "" : set->name);
	}
	if (cluster->count - cluster->of_class > shown)
		html_print(out, " and %d more", cluster->count - cluster->of_class - shown);
	if (shown == 0)
		fputs("each other", out);
}

/* "1-3, 5" */
static void labs_write(FILE *out, const Similar *s, const AlikeCluster *cluster)
{
	bool has[ALIKE_LABS + 1] = {false};
	const char *between = "";

	for (int i = 0; i < cluster->edge_count; i++)
		has[s->edges.list[cluster->edges[i]].lab] = true;
	for (int lab = 0, last; lab < ALIKE_LABS; lab = last + 1) {
		last = lab;
		if (!has[lab])
			continue;
		while (has[last + 1])
			last++;
		html_print(out, last > lab ? "%s%d-%d" : "%s%d", between, lab, last);
		between = ", ";
	}
}

static void clusters_write(FILE *out, const Similar *s)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"similar\">"
	      "<table><thead><tr><th scope=\"col\">students</th><th scope=\"col\">like</th>"
	      "<th scope=\"col\" class=\"n\">labs</th><th scope=\"col\" class=\"n\">up to</th>"
	      "<th scope=\"col\">texts</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < s->clusters.count && i < SIMILAR_SHOWN; i++) {
		const AlikeCluster *cluster = &s->clusters.list[i];

		fputs("<tr><td>", out);
		for (int k = 0; k < cluster->of_class; k++)
			html_print(out, "%s<bdi>%s</bdi>", k > 0 ? ", " : "",
				   s->all.owners[cluster->members[k]].name);
		fputs("</td><td>", out);
		sources_write(out, s, cluster);
		fputs("</td><td class=\"n\">", out);
		labs_write(out, s, cluster);
		html_print(out,
			   "</td><td class=\"n\">%d %%</td><td><a href=\"" SIMILAR_FOLDER
			   "/%d.html\">read</a></td></tr>\n",
			   cluster->share, i + 1);
	}
	fputs("</tbody></table></div>\n", out);
	if (s->clusters.count > SIMILAR_SHOWN)
		html_print(out, "<p>%d more groups are not shown.</p>\n",
			   s->clusters.count - SIMILAR_SHOWN);
}

static void compared_write(FILE *out, const Similar *s)
{
	html_print(out,
		   "<p class=\"soft\">%d submission%s with %d tokens or more of %s own in a lab %s "
		   "compared, lab by lab, with each other and with the published solutions",
		   s->edges.people, s->edges.people == 1 ? "" : "s", ALIKE_LEAST,
		   s->edges.people == 1 ? "its" : "their", s->edges.people == 1 ? "was" : "were");
	for (int i = 2; i < s->all.set_count; i++) /* behind the class and the solutions */
		html_print(out, ", %s in <bdi>%s</bdi>",
			   s->all.sets[i].kind == ALIKE_PUBLIC ? "with public copies"
							       : "with an earlier year",
			   s->all.sets[i].name);
	fputs(". Layout, comments, names of one's own and the order of functions do not count, nor "
	      "do "
	      "the starter and short functions; what many have weighs less. A number is no proof: "
	      "read both texts before you ask.</p>\n",
	      out);
}

void similar_section(FILE *out, const Similar *s)
{
	fputs("<section>\n<h2 id=\"similar\">Similar submissions</h2>\n", out);
	if (s->why[0] != '\0')
		html_print(out, "<p class=\"note\">Not compared: %s.</p>\n", s->why);
	else
		compared_write(out, s);
	if (*s->note != '\0')
		html_print(out, "<p class=\"note\">%s</p>\n", s->note);
	if (s->clusters.count > 0)
		clusters_write(out, s);
	else if (s->why[0] == '\0')
		html_print(out, "<p>No two of them make a pair (%d %% or more).</p>\n",
			   ALIKE_SHARE);
	fputs("</section>\n", out);
}
