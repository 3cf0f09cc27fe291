/* page.c - takes the questions out of a page of Markdown. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/quiz/quiz.h"

#define PAGE_MOST (1 << 20) /* bytes */

static const char heading[] = "\n## Three questions\n";

/* What HTML writes otherwise; 0: none of these. */
static char entity(const char *at, size_t *bytes)
{
	static const struct {
		const char *name;
		char is;
	} known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(at, known[i].name, strlen(known[i].name)) == 0)
			return *bytes = strlen(known[i].name), known[i].is;
	return '\0';
}

/* Without marks of HTML and Markdown, in one line. */
static char *plain(const char *from, const char *end)
{
	char *text = memory_new((size_t)(end - from) + 1), *to = text;

	while (from < end) {
		size_t bytes = 1;
		char c = entity(from, &bytes);

		if (c == '\0' && *from == '<') {
			const char *close = memchr(from, '>', (size_t)(end - from));

			from = !close ? end : close + 1;
			continue;
		}
		c = c != '\0' ? c : *from == '\n' ? ' ' : *from;
		if (c != '`' && strncmp(from, "**", 2) != 0)
			*to++ = c;
		else if (c == '*')
			bytes = 2;
		from += bytes;
	}
	*to = '\0';
	return text;
}

/* The text between two marks, the first at or behind *at; *at is behind the second then. NULL: not there. */
static char *between(const char **at, const char *open, const char *close)
{
	const char *begin = strstr(*at, open);
	const char *end = !begin ? NULL : strstr(begin + strlen(open), close);

	if (!end)
		return NULL;
	*at = end + strlen(close);
	return plain(begin + strlen(open), end);
}

/* The next answer of a question, at *at; false: it is not whole. */
static bool choice_read(const char **at, Choice *choice)
{
	static const char right[] = "<details class=\"right\"><summary>";
	static const char wrong[] = "<details class=\"wrong\"><summary>";

	choice->right = strncmp(*at, right, sizeof right - 1) == 0;
	if (!choice->right && strncmp(*at, wrong, sizeof wrong - 1) != 0)
		return false;
	choice->text = between(at, "<summary>", "</summary>");
	choice->answer = !choice->text ? NULL : between(at, "", "</details>");
	*at += strspn(*at, "\n");
	return choice->answer != NULL;
}

static int rights(const Question *q)
{
	int count = 0;

	for (int i = 0; i < q->choices; i++)
		count += q->choice[i].right;
	return count;
}

/* From the number of a question, "**1.** ", on. */
static int question_read(const char *path, const char **at, Question *q)
{
	*at = strstr(*at, ".** ") + 4;
	q->text = between(at, "", "\n\n");
	while (q->text && q->choices < QUIZ_CHOICES && strncmp(*at, "<details", 8) == 0) {
		q->choices++; /* also of a broken one, for quiz_free */
		if (!choice_read(at, &q->choice[q->choices - 1]))
			return refuse("%s: an answer to \"%s\" is not whole", path, q->text);
	}
	if (!q->text || q->choices < 2 || rights(q) != 1)
		return refuse("%s: \"%s\": expected two answers at least, one of them right", path,
			      q->text ? q->text : "a question");
	return 0;
}

static int questions_read(const char *path, const char *page, Quiz *quiz)
{
	const char *at = strstr(page, heading);

	if (strncmp(page, "# ", 2) == 0)
		quiz->title = plain(page + 2, page + strcspn(page, "\n"));
	if (!quiz->title)
		return refuse("%s: expected a title in its first line", path);
	if (!at)
		return 0;
	at += strlen(heading) + strspn(at + strlen(heading), "\n");
	while (quiz->questions < QUIZ_QUESTIONS && strncmp(at, "**", 2) == 0 && at[2] >= '1' &&
	       at[2] <= '9' && strncmp(at + 3, ".** ", 4) == 0)
		if (question_read(path, &at, &quiz->question[quiz->questions++]) < 0)
			return -1;
	return 0;
}

int quiz_read(const char *path, Quiz *quiz)
{
	size_t bytes = 0;
	char *page = file_load(AT_FDCWD, path, PAGE_MOST, &bytes);

	*quiz = (Quiz){.title = NULL};
	if (!page)
		return refuse("%s: cannot be read", path);

	int bad = questions_read(path, page, quiz);

	free(page);
	return bad;
}

void quiz_free(Quiz *quiz)
{
	for (int i = 0; i < quiz->questions; i++) {
		for (int k = 0; k < quiz->question[i].choices; k++) {
			free(quiz->question[i].choice[k].text);
			free(quiz->question[i].choice[k].answer);
		}
		free(quiz->question[i].text);
	}
	free(quiz->title);
	*quiz = (Quiz){.title = NULL};
}
