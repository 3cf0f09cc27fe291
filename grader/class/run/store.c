/* store.c - turns the answers and files of jobs into rows of the gradebook. */
#include "grader/class/run/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/run/archive_cache.h"
#include "grader/setup/work_dir.h"

#define JSON_MAX ((size_t)64 << 20)

/* --- students --------------------------------------------------------------------------------- */

static const char *known_or_null(const char *text)
{
	return *text != '\0' ? text : NULL;
}

static int roster_student_put(Class *class, int i, const char *folder)
{
	const RosterStudent *s = &class->roster.students[i];
	const BookStudent student = {
		.id = s->id,
		.name = s->name,
		.email = known_or_null(s->email),
		.section = known_or_null(s->section),
		.folder = folder,
		.columns = s->columns,
	};

	return book_student_put(class->book, &student);
}

int store_students(Class *class)
{
	const char **folders = memory_new(((size_t) class->roster.count + 1) * sizeof *folders);
	int bad = 0;

	for (int i = 0; !bad && i < class->entries.count; i++) {
		const Submission *s = &class->list[i];
		const BookStudent own = {.id = s->id, .name = s->id, .folder = s->entry->folder};

		if (s->state == STATE_LEFT)
			continue;
		if (s->entry->student >= 0)
			folders[s->entry->student] = s->entry->folder;
		else
			bad = book_student_put(class->book, &own) < 0;
	}
	for (int i = 0; !bad && i < class->roster.count; i++)
		bad = roster_student_put(class, i, folders[i]) < 0;
	free((void *)folders);
	return bad ? -1 : 0;
}

/* --- submissions ------------------------------------------------------------------------------ */

static void key_make(const Submission *s, const char *seed, char key[DIGEST_SIZE])
{
	Digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, s->content);
	digest_add_text(&digest, s->class->kit);
	digest_add_text(&digest, s->class->settings);
	digest_add_text(&digest, seed);
	digest_end(&digest, key);
}

/* Whether the submission is graded already: with the requested seed or, without one, with any seed
 * that this class was graded with. 1, 0, or -1 with a line on stderr. */
static int is_current(const Submission *s)
{
	const ClassOptions *o = &s->class->options;
	const char *wanted = o->again ? s->seed : s->class->seeds;
	char *seeds = text_new("%s", o->seed ? s->seed : wanted), *rest = seeds;
	const char *seed;
	int64_t found = 0, from = o->again ? s->class->again_from : 0;

	while (found == 0 && (seed = strsep(&rest, " "))) {
		char key[DIGEST_SIZE];

		key_make(s, seed, key);
		found = book_grading_find(s->class->book, s->row, key);
	}
	free(seeds);
	return found < 0 ? -1 : found > from;
}

/* Settles which seed the inputs are drawn from. 0 or -1. */
static int seed_take(Submission *s)
{
	const Class *class = s->class;
	bool own_seeds = class->options.own_seeds;
	int64_t own = 0;
	int found = own_seeds ? book_seed_newest(class->book, s->row, &own) : 0;

	if (found > 0)
		snprintf(s->seed, sizeof s->seed, "%lld", (long long)own);
	else
		memcpy(s->seed, own_seeds ? class->fresh : class->seed, sizeof s->seed);
	return found < 0 ? -1 : 0;
}

/* The digest of a submission of which nothing could be collected is made of its name. */
static void content_of_nothing(Submission *s)
{
	Digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, "nothing taken");
	digest_add_text(&digest, s->entry->name);
	digest_end(&digest, s->content);
}

static int submission_put(Submission *s, BookSubmission *row)
{
	const Class *class = s->class;
	const char *told =
		s->entry->student >= 0 ? class->roster.students[s->entry->student].submitted : "";
	BookSource from = BOOK_FROM_FILES;
	int64_t when = s->entry->undated ? -1 : s->newest; /* a clone's files are as old as it is */

	if (*told != '\0' && timestamp_read(told, 0, &when) == 0)
		from = BOOK_FROM_ROSTER;
	else if (s->entry->told.when[0] != '\0')
		timestamp_read(s->entry->told.when, 0, &when);
	else if (s->entry->flat.when[0] != '\0')
		timestamp_read(s->entry->flat.when, 0, &when); /* else it stays the files' */
	if (book_submission_put(class->book, s->id, s->content, when, from, row) < 0)
		return -1;
	s->row = row->id;
	return 0;
}

/* Stores the marks; with results NULL, that the grader failed, and why. */
static int grading_put(const Submission *s, const char *results)
{
	char key[DIGEST_SIZE];

	key_make(s, s->seed, key);

	const BookGrading grading = {
		.submission = s->row,
		.key = key,
		.kit = s->class->kit,
		.results = results,
		.failed = !results,
		.message = !results ? s->why : NULL,
		.compile_s = s->compile_s,
		.check_s = s->check_s,
		.total_s = s->total_s,
	};

	return book_grading_put(s->class->book, &grading) < 0 ? -1 : 0;
}

static void answer_take(Submission *s, const JobAnswer *answer)
{
	memcpy(s->content, answer->content, sizeof s->content);
	memcpy(s->why, answer->why, sizeof s->why);
	s->newest = answer->newest;
	s->total_s = answer->total_s;
	if (answer->take != COLLECT_OK)
		content_of_nothing(s);
}

/* Caches the digest of the archive's content. */
static int archive_note(const Submission *s, const JobAnswer *answer)
{
	CollectNote note;

	if (answer->take != COLLECT_OK || answer->archive[0] == '\0')
		return 0;
	memcpy(note.archive, answer->archive, sizeof note.archive);
	memcpy(note.content, answer->content, sizeof note.content);
	return archive_cache_write(s, &note);
}

int store_look(Submission *s, const JobAnswer *answer)
{
	BookSubmission row;
	int current;

	answer_take(s, answer);
	s->compile_s = s->check_s = s->total_s = -1;
	if (archive_note(s, answer) < 0 || submission_put(s, &row) < 0 || seed_take(s) < 0)
		return -1;
	if (answer->take != COLLECT_OK) {
		s->state = answer->take == COLLECT_REFUSED ? STATE_REFUSED : STATE_FAILED;
		return row.fresh ? grading_put(s, NULL) : 0; /* stored once, not in every run */
	}
	current = is_current(s);
	s->state = current > 0 ? STATE_CURRENT : STATE_TO_GRADE;
	return current < 0 ? -1 : 0;
}

/* --- gradings --------------------------------------------------------------------------------- */

static char *file_text(const char *folder, const char *name)
{
	char *path = text_new("%s/%s", folder, name);
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, JSON_MAX, &bytes);

	if (text)
		text[bytes] = '\0';
	free(path);
	return text;
}

static double number_of(const json_t *object, const char *name)
{
	const json_t *number = json_object_get(object, name);

	return json_is_number(number) ? json_number_value(number) : -1;
}

static void times_read(Submission *s, const char *output)
{
	char *text = file_text(output, "details.json");
	json_t *root = !text ? NULL : json_loads(text, 0, NULL);
	const json_t *times = json_object_get(root, "times");

	s->compile_s = number_of(times, "compile_s");
	s->check_s = number_of(times, "check_s");
	json_decref(root);
	free(text);
}

/* Renames each file, so that only the owner can read it; files of an earlier grading that are not replaced stay. */
static int files_move(const char *output, const char *to)
{
	DIR *list = folder_create(to) == 0 && chmod(to, 0700) == 0 ? opendir(output) : NULL;
	int place = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *each;
	int bad = !list || place < 0;

	while (!bad && (each = readdir(list))) {
		struct stat about;

		if (fstatat(dirfd(list), each->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(about.st_mode))
			bad = fchmodat(dirfd(list), each->d_name, 0600, 0) < 0 ||
			      renameat(dirfd(list), each->d_name, place, each->d_name) < 0;
	}
	if (bad)
		refuse("%s cannot be written: %s", to, strerror(errno));
	if (list)
		closedir(list);
	if (place >= 0)
		close(place);
	return bad ? -1 : 0;
}

static SandboxTier tier_read(const char *name)
{
	SandboxTier tier = SANDBOX_FULL;

	while (tier > SANDBOX_NONE && name && strcmp(name, sandbox_tier_name(tier)) != 0)
		tier--;
	return tier;
}

static void other_tasks_read(Submission *s, const json_t *root)
{
	const json_t *lab, *check;
	char *ids = text_new("%s", "");
	size_t i, k;

	json_array_foreach(json_object_get(root, "labs"), i, lab)
	{
		json_array_foreach(json_object_get(lab, "checks"), k, check)
		{
			if (json_is_true(json_object_get(check, "other_task")))
				ids = text_listed(ids,
						  json_string_value(json_object_get(check, "id")));
		}
	}
	text_format(s->other_tasks, sizeof s->other_tasks, "%s", ids);
	free(ids);
}

static void score_read(Submission *s, const char *results)
{
	json_t *root = json_loads(results, 0, NULL);

	s->score = number_of(root, "score");
	s->max_score = number_of(root, "max_score");
	s->tier = tier_read(json_string_value(json_object_get(root, "isolation")));
	other_tasks_read(s, root);
	json_decref(root);
}

int store_grade(Submission *s, const JobAnswer *answer)
{
	char *output = job_output(s);
	char *to = text_new("%s/students/%s", s->class->folder, s->entry->key);
	char *results = NULL;
	BookSubmission row;
	int bad;

	answer_take(s, answer);
	s->state = answer->take == COLLECT_REFUSED                   ? STATE_REFUSED
		   : answer->take == COLLECT_FAULT || answer->failed ? STATE_FAILED
								     : STATE_GRADED;
	if (s->state == STATE_GRADED && !(results = file_text(output, "results.json"))) {
		s->state = STATE_FAILED;
		text_format(s->why, sizeof s->why, "the grader left no results.json");
	}
	bad = submission_put(s, &row) < 0;
	if (!bad && s->state == STATE_GRADED) {
		score_read(s, results);
		times_read(s, output);
	}
	if (!bad && answer->take == COLLECT_OK)
		bad = files_move(output, to) < 0;
	if (!bad)
		bad = grading_put(s, s->state == STATE_GRADED ? results : NULL) < 0;
	free(results);
	free(to);
	free(output);
	return bad ? -1 : 0;
}
