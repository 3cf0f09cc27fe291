/* make_ungraded.c - for tests: a class as a run leaves it, without grading anything, which takes hours for a large one.
 *
 *	make_ungraded FOLDER TO [COPIES]
 *
 * makes TO/gradebook.db and TO/students/ of the submissions in FOLDER, each COPIES times. */
#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book.h"
#include "grader/setup/registry.h"

static const char results[] =
	"{\"schema\":1,\"submission\":\"x\",\"gpu\":\"sim\",\"machine\":\"2xa100\","
	"\"isolation\":\"full\",\"seed\":41,\"score\":0,\"max_score\":0,"
	"\"unjudged\":0,\"labs\":[]}";

static void must(int fine, const char *what)
{
	if (!fine) {
		perror(what);
		exit(2);
	}
}

static json_t *lab_pack(const char *folder, const LabChecks *lab)
{
	char *path = text_new("%s/%s%s", folder, lab->name, lab_ending(lab));
	size_t bytes = 0;
	char *text = file_load(AT_FDCWD, path, 1 << 20, &bytes);
	json_t *json = !text ? NULL
			     : json_pack("{s:s, s:s+, s:s#}", "lab", lab->name, "file", lab->name,
					 lab_ending(lab), "source", text, (int)bytes);

	free(text);
	free(path);
	return json;
}

static void file_write_to(const char *folder, const char *name, const char *text)
{
	char *path = text_new("%s/%s", folder, name);

	must(file_put(path, text, strlen(text)) == 0, path);
	free(path);
}

static void student_make(Book *book, const char *from, const char *to, const char *name)
{
	json_t *labs = json_array(), *details;
	char key[PATH_KEY_SIZE], *folder, *text;
	BookSubmission s;

	for (int i = 0; i < registry_count(); i++) {
		json_t *lab = lab_pack(from, registry_at(i));

		if (lab)
			json_array_append_new(labs, lab);
	}
	details = json_pack("{s:i, s:o}", "schema", 1, "labs", labs);
	text = json_dumps(details, 0);
	path_key(name, key);
	folder = text_new("%s/students/%s", to, key);
	must(text && folder_create(folder) == 0, folder);
	file_write_to(folder, "details.json", text);
	file_write_to(folder, "results.json", results);
	must(book_student_put(book, &(BookStudent){.id = name, .name = name, .folder = name}) == 0,
	     name);
	must(book_submission_put(book, name, name, 1700000000, BOOK_FROM_FILES, &s) == 0, name);
	must(book_grading_put(book, &(BookGrading){.submission = s.id,
						   .key = name,
						   .kit = "kit",
						   .results = results}) > 0,
	     name);
	json_decref(details);
	free(text);
	free(folder);
}

int main(int argc, char **argv)
{
	struct dirent **list = NULL;
	int count = argc == 3 || argc == 4 ? scandir(argv[1], &list, NULL, alphasort) : -1;
	int copies = argc == 4 ? atoi(argv[3]) : 1;

	if (count < 0)
		return fputs("make_ungraded: expected FOLDER TO [COPIES]\n", stderr), 2;
	must(folder_create(argv[2]) == 0, argv[2]);

	char *path = text_new("%s/gradebook.db", argv[2]);
	Book *book = book_open(path, BOOK_CREATE);

	must(book != NULL, path);
	for (int i = 0; i < count; i++) {
		char *from = text_new("%s/%s", argv[1], list[i]->d_name);

		for (int k = 0; k < copies && list[i]->d_name[0] != '.'; k++) {
			char *name = k == 0 ? text_new("%s", list[i]->d_name)
					    : text_new("%s-%d", list[i]->d_name, k);

			student_make(book, from, argv[2], name);
			free(name);
		}
		free(from);
		free(list[i]);
	}
	free(list);
	book_close(book);
	free(path);
	return 0;
}
