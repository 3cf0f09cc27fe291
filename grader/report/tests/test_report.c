/* test_report.c - escaping, the students' own lines, timelines, and the page of a class. */
#include <jansson.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/page/html.h"
#include "grader/report/page/page.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/submission/reference.h"
#include "grader/setup/work_dir.h"

/* --- escaping --------------------------------------------------------------------------------- */

static char *escaped(const char *bytes, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	html_bytes(out, bytes, count);
	fclose(out);
	return text;
}

static void check_escaped(const char *bytes, size_t count, const char *wanted)
{
	char *text = escaped(bytes, count);

	assert_string_equal(text, wanted);
	free(text);
}

static void test_markup(void **state)
{
	(void)state;
	check_escaped("<a href=\"x\">'&'</a>", 19,
		      "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
	check_escaped("a\nb\tc", 5, "a b\tc");
	check_escaped("\x1b[31m\0\x7f", 7, "\\x1b[31m\\x00\\x7f");
	check_escaped("\xff\xc0\xaf\xed\xa0\x80", 6, "\\xff\\xc0\\xaf\\xed\\xa0\\x80");
	check_escaped("\xe2\x80", 2, "\\xe2\\x80"); /* cut off */
	check_escaped("\xe2\x80\xae"
		      "x\xf3\xa0\x80\x81",
		      8, "\\u202ex\\ue0001");
	check_escaped("\xc3\xa4 \xe4\xb8\xad \xec\x9d\xb4", 10,
		      "\xc3\xa4 \xe4\xb8\xad \xec\x9d\xb4");
}

/* Whatever the bytes are, none of those that mean something in HTML comes through. */
static void test_every_pair(void **state)
{
	(void)state;
	for (int a = 0; a < 256; a++)
		for (int b = 0; b < 256; b++) {
			const char bytes[2] = {(char)a, (char)b};
			char *text = escaped(bytes, 2);

			assert_int_equal(strcspn(text, "<>\"'"), strlen(text));
			for (const char *at = text; *at != '\0'; at++)
				assert_true((unsigned char)*at >= 0x20 || *at == '\t');
			free(text);
		}
}

static void test_cut(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	html_cut(out,
		 "ab\xc3\xa4"
		 "cd",
		 6, 3); /* not within the letter */
	fputc('|', out);
	html_cut(out, "abc", 3, 3);
	fputc('|', out);
	html_id(out, "a<b 1.2-\xff");
	fclose(out);
	assert_string_equal(text, "ab ... (4 more bytes)|abc|a_b_1.2-_");
	free(text);
}

/* --- timelines -------------------------------------------------------------------------------- */

static const char timeline_text[] =
	"[{\"run\":1,\"kind\":\"call\",\"gpu\":-1,\"stream\":0,\"name\":\"cudaMemcpy\",\"start\":0,"
	"\"end\":10,\"waited\":8,\"line\":7},"
	"{\"run\":1,\"kind\":\"copy\",\"gpu\":0,\"stream\":5,\"name\":\"copy <H2D>\",\"start\":1,"
	"\"end\":9,\"line\":7},"
	"{\"run\":1,\"kind\":\"kernel\",\"gpu\":0,\"stream\":6,\"default\":true,\"name\":\"k\","
	"\"start\":9,"
	"\"end\":1500,\"n\":3,\"busy\":700},"
	"{\"run\":1,\"kind\":\"clock\",\"gpu\":-1,\"stream\":0,\"name\":\"clock_gettime\","
	"\"start\":750,"
	"\"end\":750.1,\"line\":9},"
	"{\"run\":2,\"kind\":\"kernel\",\"gpu\":1,\"stream\":1,\"name\":\"k\",\"start\":0,"
	"\"end\":20},"
	"{\"run\":2,\"kind\":\"<script>\",\"gpu\":1,\"stream\":1,\"start\":0,\"end\":99}]";

static char *drawn(const json_t *timeline, int run, double end)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	picture_draw(out, timeline, run, end, "a < b");
	fclose(out);
	return text;
}

static void test_picture(void **state)
{
	json_t *timeline = json_loads(timeline_text, 0, NULL);
	char *text = drawn(timeline, 1, 1500);

	(void)state;
	assert_float_equal(picture_end(timeline, 1), 1500, 1e-9);
	assert_float_equal(picture_end(timeline, 2), 20, 1e-9); /* of known kinds */
	assert_int_equal(picture_gpu_ops(timeline, 1), 4);
	assert_non_null(strstr(text, "a &lt; b"));
	assert_non_null(strstr(text, "copy &lt;H2D&gt;, line 7: 1 \302\265s to 9 \302\265s"));
	assert_non_null(strstr(
		text,
		"host: 1 call 10 \302\265s (of it 8 \302\265s waiting), 1 reading of the clock"));
	assert_non_null(strstr(text, "class=\"b-clock\" x1=\"553.0\" x2=\"553.0\" y1=\"0\""));
	assert_non_null(strstr(text, "GPU 0, stream 1: 1 copy 8 \302\265s"));
	assert_non_null(strstr(text, "GPU 0, default: 3 kernels 700 \302\265s"));
	assert_non_null(strstr(text, "class=\"b-wait\""));
	assert_null(strstr(text, "GPU 1"));
	assert_null(strstr(text, "script"));
	free(text);
	json_decref(timeline);
}

/* --- files of a class ------------------------------------------------------------------------- */

typedef struct Place {
	char *folder, *book;
} Place;

static void file_fill(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static char *file_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(file);
	assert_true(getdelim(&text, &room, '\0', file) > 0);
	fclose(file);
	return text;
}

static int place_make(void **state)
{
	static Place place;
	char folder[] = "/tmp/usegpu report-XXXXXX";

	if (!mkdtemp(folder))
		return -1;
	place.folder = strdup(folder);
	place.book = text_new("%s/gradebook.db", folder);
	*state = &place;
	return 0;
}

static int place_remove(void **state)
{
	Place *place = *state;

	folder_remove(place->folder);
	free(place->folder);
	free(place->book);
	return 0;
}

/* The parts of a gradebook that the page reads, with plain tables for its views. */
static const char schema[] =
	"PRAGMA application_id = 1970497392; PRAGMA user_version = 1;"
	"CREATE TABLE total(student, name, email, section, folder, attempt, score, max_score,"
	" unjudged, late_s, penalty, final, status, graded_at, content, results);"
	"CREATE TABLE mark(student, lab, \"check\", title, points, max_points, verdict, message,"
	" hint, location, overridden, reason);"
	"CREATE TABLE submission(id INTEGER PRIMARY KEY, student, attempt);"
	"CREATE TABLE grading(id INTEGER PRIMARY KEY, submission, status, compile_s, check_s,"
	" total_s, message, isolation);";

static void book_fill(const char *path, const char *more)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, schema, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, more, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static const char class_rows[] =
	"INSERT INTO total VALUES"
	"('1', 'Ada <b>', '', 'A', 'ada', 1, 10, 10, 0, 0, 0, 10, 'graded', '', '', ''),"
	"('2', '\xe6\x9d\x8e', '', 'A', 'li', 2, 4, 10, 0, 7200, 1, 3, 'graded', '', '', ''),"
	"('3', 'Max \xe2\x80\xae', '', 'B', 'max', 1, 3.5, 10, 0, 0, 0, 3.5, 'graded', '', '', ''),"
	"('4', 'Nobody', '', 'B', NULL, NULL, 0, 10, 0, 0, 0, 0, 'absent', '', '', ''),"
	"('5', 'Unlucky', '', 'B', 'un', 1, 0, 0, 10, 0, 0, NULL, 'failed', '', '', '');"
	"INSERT INTO mark VALUES"
	"('1', 'lab1_x', '1.1', 'easy', 6, 6, 'pass', '', '', '', 0, ''),"
	"('2', 'lab1_x', '1.1', 'easy', 0, 6, 'fail', 'wanted 12, got 7.5', 'think', '', 0, ''),"
	"('3', 'lab1_x', '1.1', 'easy', 0, 6, 'fail', 'wanted 3, got 40', 'think', '', 0, ''),"
	"('1', 'lab1_x', '1.2', 'hard', 4, 4, 'pass', '', '', '', 0, ''),"
	"('2', 'lab1_x', '1.2', 'hard', 4, 4, 'pass', '', '', '', 0, ''),"
	"('3', 'lab1_x', '1.2', 'hard', 3.5, 4, 'fail', '<i>', '', '', 1, 'kind');"
	"INSERT INTO mark SELECT student, 'lab1_x', '1.0', 'far', 0, 1, 'todo', '', '', '', 0, ''"
	" FROM mark WHERE \"check\" = '1.1';"
	"INSERT INTO submission VALUES (1, '1', 1), (2, '2', 2), (3, '5', 1);"
	"INSERT INTO grading VALUES (1, 1, 'graded', 1, 2, 3.25, NULL, 'reduced'),"
	" (2, 2, 'graded', 1, 2, 5, NULL, 'full'),"
	" (3, 3, 'failed', 0, 0, 0, 'no <lab> in it', NULL);";

static char *class_make(const Place *place, const char *more)
{
	char *path = text_new("%s/class.html", place->folder), *page;

	book_fill(place->book, more);
	assert_int_equal(
		class_report(&(ClassAsked){
			.book = place->book, .build = place->folder, .kit = ".", .quiet = 1}),
		0);
	page = file_text(path);
	free(path);
	return page;
}

static void test_class(void **state)
{
	const Place *place = *state;
	char *students = text_new("%s/students", place->folder);
	char *ada = text_new("%s/ada", students), *results = text_new("%s/results.json", ada);
	char *foe = text_new("%s/foe", students), *other = text_new("%s/results.json", foe);

	/* a folder is whose it is by its name, whatever is in it */
	assert_int_equal(folder_create(ada), 0);
	assert_int_equal(folder_create(foe), 0);
	file_fill(results, "{\"submission\": \"max\"}");
	file_fill(other, "{\"submission\": \"li\"}");

	char *page = class_make(place, class_rows);

	assert_non_null(strstr(page, "5 students, of whom 3 handed in"));
	/* finals 10, 3 and 3.5: mean 5.5, median 3.5 */
	assert_non_null(strstr(page, "Mean 5.5, median 3.5, lowest 3, highest 10 points"));
	assert_non_null(strstr(page, "<p>1 of these were not graded in the full sandbox"));
	assert_non_null(strstr(page, "<td>graded, isolation reduced"));
	assert_null(strstr(page, "isolation full"));
	/* two between 30 and 40 %, one at the top */
	assert_non_null(strstr(page, "<td>30 % to below 40 %</td><td class=\"n\">2</td>"));
	assert_non_null(strstr(page, "<td>90 % to 100 %</td><td class=\"n\">1</td>"));
	/* 17.5 of 33 points */
	assert_non_null(strstr(page, "<th scope=\"row\">lab1_x</th><td class=\"n\">53 %</td>"));
	assert_true(strstr(page, "1.1 easy</th><td class=\"n\">1 of 3") <
		    strstr(page, "1.2 hard</th><td class=\"n\">2 of 3"));
	/* nobody has begun it */
	assert_true(strstr(page, "1.2 hard</th><td class=\"n\">2 of 3") <
		    strstr(page, "1.0 far</th><td class=\"n\">0 of 3"));
	assert_non_null(
		strstr(page, "<bdi>Unlucky</bdi> (<bdi>5</bdi>): <bdi>no &lt;lab&gt; in it</bdi>"));
	assert_non_null(strstr(page, "<b>2 students</b>, check 1.1: wanted "));
	assert_null(strstr(page, "<i>"));
	assert_non_null(strstr(page, "Grading took 8.3 s for 2 submissions"));
	assert_non_null(strstr(page, "<bdi>Nobody</bdi> (<bdi>4</bdi>)"));
	assert_non_null(strstr(page, "<a href=\"students/ada/report.html\"><bdi>Ada &lt;b&gt;"));
	/* in the heat map and in the list; nobody else has a page */
	const char *link = strstr(page, "href=\"students/");

	for (int i = 0; i < 2; i++, link = strstr(link + 1, "href=\"students/"))
		assert_memory_equal(link, "href=\"students/ada/", 19);
	assert_null(link);
	assert_non_null(strstr(page, "<bdi>Max \\u202e</bdi>"));
	assert_non_null(strstr(page, "2 h, -1"));
	assert_non_null(strstr(page, "<td><bdi>5</bdi></td><td class=\"hide\">B</td>"
				     "<td class=\"n\">none</td>"));
	free(page);
	free(other);
	free(foe);
	free(results);
	free(ada);
	free(students);
}

/* What the book has no mark for gets none on the page, whatever its state is. */
static void test_no_final(void **state)
{
	char *page = class_make(*state, "INSERT INTO total VALUES ('1', 'Ada', '', 'A', 'ada', 1,"
					" 9, 10, 0, 0, 0, NULL, 'graded', '', '', ''),"
					"('2', 'Li', '', 'A', 'li', 1,"
					" 4, 10, 0, 0, 0, 4, 'graded', '', '', '');");

	assert_non_null(strstr(page, "<td><bdi>1</bdi></td><td class=\"hide\">A</td>"
				     "<td class=\"n\">none</td>"));
	assert_non_null(strstr(page, "Mean 4, median 4, lowest 4, highest 4 points"));
	free(page);
}

/* --- similar submissions ---------------------------------------------------------------------- */

/* A function that is long enough; `name` stands for its variables, and there are two shapes. */
static char *program_make(const char *name, int shape)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fprintf(out, "int f_%s(int n)\n{\n\tint %s = n;\n", name, name);
	for (int i = 0; i < 8; i++) {
		if (shape == 1)
			fprintf(out, "\tif (%s > %d)\n\t\t%s -= n * g%d(%s);\n", name, i, name, i,
				name);
		else
			fprintf(out, "\twhile (h%d(&%s, n--) != NULL && n)\n\t\t%s = %d;\n", i,
				name, name, i);
	}
	fprintf(out, "\treturn %s;\n}\n", name);
	fclose(out);
	return text;
}

static void submission_put(const Place *place, const char *folder, const char *name, int shape)
{
	char *above = text_new("%s/students/%s", place->folder, folder);
	char *results = text_new("%s/results.json", above);
	char *details = text_new("%s/details.json", above), *source = program_make(name, shape);
	char *says = text_new("{\"submission\": \"%s\"}", folder);
	json_t *json =
		json_pack("{s:[{s:s, s:s}]}", "labs", "lab", "lab3_copies", "source", source);
	char *text = json_dumps(json, 0);

	assert_int_equal(folder_create(above), 0);
	file_fill(results, says);
	file_fill(details, text);
	json_decref(json);
	free(text);
	free(says);
	free(source);
	free(details);
	free(results);
	free(above);
}

/* Two with one program under other names are found, a third with another program is not. */
static void test_similar(void **state)
{
	const Place *place = *state;

	submission_put(place, "ada", "sum", 1);
	submission_put(place, "li", "total", 1);
	submission_put(place, "max", "x", 2);

	char *page = class_make(place, class_rows);
	const char *table = strstr(page, "aria-labelledby=\"similar\"");

	assert_non_null(strstr(page, "3 submissions with 60 tokens or more of their own"));
	assert_non_null(table);
	assert_non_null(strstr(table, "<tbody>\n<tr><td><bdi>Ada &lt;b&gt;</bdi>, <bdi>"
				      "\xe6\x9d\x8e</bdi></td><td>each other</td>"));
	assert_true(strstr(table, "Max") > strstr(table, "</table>"));
	free(page);
}

static void test_empty_class(void **state)
{
	char *page = class_make(*state, "");

	assert_non_null(strstr(page, "0 students, of whom 0 handed in"));
	assert_non_null(strstr(page, "Nothing was judged."));
	free(page);
}

static void test_other_versions(void **state)
{
	const Place *place = *state;

	book_fill(place->book, "PRAGMA user_version = 99;");
	assert_int_equal(
		class_report(&(ClassAsked){
			.book = place->book, .build = place->folder, .kit = ".", .quiet = 1}),
		-1);

	char *page = text_new("%s/class.html", place->folder);
	assert_int_not_equal(access(page, F_OK), 0);
	free(page);
}

/* The timelines of each seed are kept under its name, and found again. */
static void test_reference_of_seed(void **state)
{
	static const json_int_t seeds[] = {999999999, 1000000000, 2147483647};
	const Place *place = *state;
	char *results = text_new("%s/results.json", place->folder);
	char *details = text_new("%s/details.json", place->folder);
	char *above = text_new("%s/report/reference", place->folder);

	assert_int_equal(folder_create(above), 0);
	file_fill(details, "{\"labs\": []}");
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		char *file = text_new("%s/2xa100-%lld.json", above, (long long)seeds[i]);
		json_t *graded = json_pack("{s:s, s:I}", "machine", "2xa100", "seed", seeds[i]);
		char *text = json_dumps(graded, 0);

		file_fill(results, text);
		assert_int_equal(reference_make(place->folder, file), 0);

		json_t *found = reference_find(place->folder, place->folder, graded, NULL);

		assert_int_equal(json_integer_value(json_object_get(found, "seed")), seeds[i]);
		json_decref(found);
		json_decref(graded);
		free(text);
		free(file);
	}
	free(above);
	free(details);
	free(results);
}

/* A reference is a picture, not an answer: no calls by name, no lines. */
static void test_reference(void **state)
{
	const Place *place = *state;
	char *results = text_new("%s/results.json", place->folder);
	char *details = text_new("%s/details.json", place->folder);
	char *file = text_new("%s/reference.json", place->folder);
	char *content = text_new("{\"labs\": [{\"checks\": [{\"id\": \"5.2\", \"runs\": [], "
				 "\"timeline\": %s}, {\"id\": \"5.3\", \"timeline\": null}]}]}",
				 timeline_text);

	file_fill(results, "{\"machine\": \"2xa100\", \"seed\": 3}");
	file_fill(details, content);
	assert_int_equal(reference_make(place->folder, file), 0);

	char *text = file_text(file);
	json_t *json = json_loads(text, 0, NULL);

	assert_null(strstr(text, "cudaMemcpy"));
	assert_null(strstr(text, "\"line\""));
	assert_int_equal(json_integer_value(json_object_get(json, "seed")), 3);
	assert_int_equal(
		json_array_size(json_object_get(
			json_object_get(json_object_get(json, "checks"), "5.2"), "timeline")),
		6);
	assert_int_equal(json_object_size(json_object_get(json, "checks")), 1);
	json_decref(json);
	free(text);
	free(content);
	free(file);
	free(details);
	free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_markup),
		cmocka_unit_test(test_every_pair),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_picture),
		cmocka_unit_test_setup_teardown(test_class, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_no_final, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_similar, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_empty_class, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_other_versions, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_reference, place_make, place_remove),
		cmocka_unit_test_setup_teardown(test_reference_of_seed, place_make, place_remove),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
