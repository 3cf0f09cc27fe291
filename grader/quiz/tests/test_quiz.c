/* test_quiz.c - tests of reading questions from a page, and of asking them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/quiz/quiz.h"

static const char page[] =
	"# A title\n\nText.\n\n## Three questions\n\n"
	"**1.** Is `a <\nb`?\n\n"
	"<details class=\"wrong\"><summary>one &lt; <code>two</code></summary>No: it\nis "
	"not.</details>\n"
	"<details class=\"right\"><summary>two</summary>Yes: **so** it is.</details>\n\n"
	"**2.** And?\n\n"
	"<details class=\"right\"><summary>x</summary>Yes.</details>\n"
	"<details class=\"wrong\"><summary>y</summary>No: y.</details>\n"
	"<details class=\"wrong\"><summary>z</summary>No: z.</details>\n\n"
	"**Now:** more.\n";

/* Reads `text` as a page. */
static int read_text(const char *text, Quiz *quiz)
{
	char path[] = "/tmp/quiz-XXXXXX";
	int fd = mkstemp(path), bad;

	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	bad = quiz_read(path, quiz);
	unlink(path);
	return bad;
}

static void a_page_is_read(void **state)
{
	Quiz quiz;
	(void)state;

	assert_int_equal(read_text(page, &quiz), 0);
	assert_string_equal(quiz.title, "A title");
	assert_int_equal(quiz.questions, 2);
	assert_int_equal(quiz.question[0].choices, 2);
	assert_string_equal(quiz.question[0].choice[0].text, "one < two");
	assert_string_equal(quiz.question[0].choice[0].answer, "No: it is not.");
	assert_false(quiz.question[0].choice[0].right);
	assert_string_equal(quiz.question[0].choice[1].answer, "Yes: so it is.");
	assert_true(quiz.question[1].choice[0].right);
	assert_int_equal(quiz.question[1].choices, 3);
	quiz_free(&quiz);
}

static void a_page_without_questions(void **state)
{
	Quiz quiz;
	(void)state;

	assert_int_equal(read_text("# T\n\nText.\n", &quiz), 0);
	assert_int_equal(quiz.questions, 0);
	quiz_free(&quiz);
	assert_int_equal(quiz_read("no such page", &quiz), -1);
	quiz_free(&quiz);
}

/* Each with one thing changed. */
static void what_is_wrong_is_refused(void **state)
{
	static const struct {
		const char *from, *to;
	} changes[] = {{"class=\"right\"><summary>two", "class=\"wrong\"><summary>two"},
		       {"class=\"wrong\"><summary>y", "class=\"right\"><summary>y"},
		       {"<summary>two</summary>", "two"},
		       {"# A title", "A title"},
		       {"No: z.</details>", "No: z."}};
	(void)state;

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		char text[sizeof page + 16];
		const char *at = strstr(page, changes[i].from);
		Quiz quiz;

		assert_non_null(at);
		snprintf(text, sizeof text, "%.*s%s%s", (int)(at - page), page, changes[i].to,
			 at + strlen(changes[i].from));
		assert_int_equal(read_text(text, &quiz), -1);
		quiz_free(&quiz);
	}
}

/* What is printed for the answers `given`; *right: what was returned. */
static char *asked(const char *given, int *right)
{
	Quiz quiz;
	char *said = NULL;
	size_t bytes;
	FILE *in = fmemopen((void *)(uintptr_t)given, strlen(given), "r");
	FILE *out = open_memstream(&said, &bytes);

	assert_int_equal(read_text(page, &quiz), 0);
	*right = quiz_ask(&quiz, in, out);
	fclose(in);
	fclose(out);
	quiz_free(&quiz);
	return said;
}

static void answers_are_told_at_once(void **state)
{
	int right;
	(void)state;

	char *said = asked("b\nA\n", &right);
	assert_int_equal(right, 2);
	assert_non_null(strstr(said, "Yes: so it is."));
	assert_null(strstr(said, "No:"));
	free(said);

	said = asked("d\n\n a\nz\nc\n", &right); /* d, an empty line and z are no answers */
	assert_int_equal(right, 0);
	assert_non_null(strstr(said, "No: it is not."));
	assert_non_null(strstr(said, "b  Yes: so it is."));
	assert_non_null(strstr(said, "No: z."));
	free(said);

	said = asked("b\nq\n", &right);
	assert_int_equal(right, -1);
	free(said);
	said = asked("b\n", &right);
	assert_int_equal(right, -1);
	free(said);
}

/* Three on each page of the chapter but the last, and whoever answers a to all does not get far. */
static void the_chapter(void **state)
{
	glob_t pages;
	int all = 0, first = 0, asking = 0;
	(void)state;

	assert_int_equal(glob("docs/chapter/*.md", 0, NULL, &pages), 0);
	for (size_t i = 0; i < pages.gl_pathc; i++) {
		Quiz quiz;

		assert_int_equal(quiz_read(pages.gl_pathv[i], &quiz), 0);
		assert_true(quiz.questions == 3 ||
			    (quiz.questions == 0 && strstr(pages.gl_pathv[i], "exercises")));
		asking += quiz.questions > 0;
		for (int k = 0; k < quiz.questions; k++) {
			all++;
			first += quiz.question[k].choice[0].right;
			for (int c = 0; c < quiz.question[k].choices; c++) {
				const char *said = quiz.question[k].choice[c].answer;
				bool right = quiz.question[k].choice[c].right;

				assert_memory_equal(said, right ? "Yes: " : "No: ", right ? 5 : 4);
			}
		}
		quiz_free(&quiz);
	}
	assert_int_equal(asking, 10);
	assert_true(3 * first <= 2 * all);
	globfree(&pages);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_is_read),
		cmocka_unit_test(a_page_without_questions),
		cmocka_unit_test(what_is_wrong_is_refused),
		cmocka_unit_test(answers_are_told_at_once),
		cmocka_unit_test(the_chapter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
