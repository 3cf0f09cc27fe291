/* students.c - makes the list of submissions, with their students, from roster and entries. */
#include "grader/base/file.h"
#include "grader/class/run/students.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/csv.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/intake/match.h"
#include "grader/setup/class_folder.h"
#include "grader/setup/work_dir.h"

/* Copies the roster into the folder of the class, so that the next run need not name it. */
static int roster_keep(const char *from, const char *to)
{
	char *fresh = text_new("%s.new", to), *whole = realpath(from, NULL);
	char *above = !whole ? NULL : text_new("%s", whole);
	int bad = !whole, folder = -1;

	if (!bad) {
		*strrchr(above, '/') = '\0';
		folder = open(*above != '\0' ? above : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
		bad = folder < 0 ||
		      file_fetch(folder, strrchr(whole, '/') + 1, fresh, CSV_BYTES_MAX) < 0 ||
		      chmod(fresh, 0600) < 0 || rename(fresh, to) < 0;
	}
	if (bad)
		refuse("%s cannot be written: %s", to, strerror(errno));
	if (folder >= 0)
		close(folder);
	free(above);
	free(whole);
	free(fresh);
	return bad ? -1 : 0;
}

static int times_check(const Roster *roster, const char *path)
{
	int64_t when;

	for (int i = 0; i < roster->count; i++) {
		const RosterStudent *s = &roster->students[i];

		if (*s->submitted != '\0' && timestamp_read(s->submitted, 0, &when) < 0)
			return refuse("ROSTER=%s: line %d: submitted \"%s\"; wanted a time such as "
				      "2026-12-01T23:59",
				      path, s->line, s->submitted);
	}
	return 0;
}

/* Refuses a roster without rows: it is probably truncated, and would make every student unknown.
 * The class's own copy may be empty, after `forget` has removed everybody. */
static int someone_check(const Roster *roster, const char *path)
{
	return roster->count > 0
		       ? 0
		       : refuse("ROSTER=%s: line 2: wanted a student below the headings", path);
}

/* The folder of the class that the assignment is of, to be freed; NULL: it is not one of several. */
static char *folder_above(const Class *class)
{
	const char *part = class->options.assignment ? class_assignment(class->folder) : NULL;

	return !part ? NULL : text_new("%.*s", (int)(part - class->folder), class->folder);
}

/* The class's own copy; of an assignment without one the one of the class. To be freed. */
static char *roster_last(const Class *class)
{
	char *own = text_new("%s/roster.csv", class->folder), *above = folder_above(class), *last;

	if (!above || access(own, F_OK) == 0) {
		free(above);
		return own;
	}
	last = text_new("%s/roster.csv", above);
	free(above);
	free(own);
	return last;
}

/* When something was handed in is known of the assignment that the roster was given to, not of the next one. */
static void times_drop(Roster *roster)
{
	for (int i = 0; i < roster->count; i++)
		*roster->students[i].submitted = '\0';
}

static int times_count(const Roster *roster)
{
	int count = 0;

	for (int i = 0; i < roster->count; i++)
		count += *roster->students[i].submitted != '\0';
	return count;
}

/* ROSTER_ID is kept beside the roster. */
char *roster_id_kept(const char *folder)
{
	char *path = text_new("%s/" ROSTER_ID_FILE, folder);
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, 1000, &bytes);

	if (text)
		text[bytes] = '\0';
	free(path);
	return text;
}

static int roster_id_keep(const char *folder, const char *id)
{
	char *path = text_new("%s/" ROSTER_ID_FILE, folder);
	FILE *out = fopen(path, "we");
	int bad = !out || fputs(id, out) < 0;

	bad = (out && fclose(out) != 0) || bad;
	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	free(path);
	return bad ? -1 : 0;
}

/* The columns of an unknown language are told, for a person to see that they are these. */
static void positions_tell(const Roster *roster)
{
	const RosterStudent *first = &roster->students[0];
	char *name, *id, *email;

	if (!roster->by_position || roster->count == 0)
		return;
	name = clean_copy(first->name);
	id = clean_copy(first->id);
	email = clean_copy(first->email);
	printf("roster: no heading is known, so columns are taken as Moodle orders them: line %d "
	       "is %s, id %s, %s\n",
	       first->line, name, id, email);
	free(name);
	free(id);
	free(email);
}

/* A roster that an assignment is given is that of the class too: the next assignment needs none. */
static int roster_keep_above(const Class *class, const char *path, const char *id)
{
	char *above = folder_above(class), *to = !above ? NULL : text_new("%s/roster.csv", above);
	int bad = to && (roster_keep(path, to) < 0 ||
			 (class->options.roster_id && roster_id_keep(above, id) < 0));

	free(to);
	free(above);
	return bad ? -1 : 0;
}

/* What was kept: of an assignment without a roster that of the class. */
static void kept_tell(Class *class, const char *path, const char *to)
{
	if (strcmp(path, to) != 0)
		times_drop(&class->roster);
	printf("roster: as last time (%s)%s\n", path,
	       times_count(&class->roster) == 0 ? ""
						: ", with its times of handing in; who handed in "
						  "again since needs a new one");
}

/* Classes that have a roster: perhaps this should have been one of them. */
static void nobody_known_tell(const Class *class)
{
	glob_t found;
	char *pattern = class_pattern(class->options.build, "/class/*/roster.csv"), names[300];

	if (class->options.assignment && glob(pattern, 0, NULL, &found) == 0) {
		class_names(&found, strlen(class->options.build) + strlen("/class/"), names,
			    sizeof names);
		printf("roster: none, so each is called as the folder; the class is what the last "
		       "part of "
		       "SUBMISSIONS= is called, and these have a roster: %s\n",
		       names);
		globfree(&found);
	}
	free(pattern);
}

static int roster_take(Class *class, const char *path, const char *id, const char *to)
{
	if (roster_read(&class->roster, path, id) < 0 || times_check(&class->roster, path) < 0)
		return -1;
	if (!class->options.roster)
		kept_tell(class, path, to);
	else if (someone_check(&class->roster, path) < 0 || roster_keep(path, to) < 0 ||
		 roster_keep_above(class, path, id) < 0)
		return -1;
	if (class->options.roster_id && roster_id_keep(class->folder, id) < 0)
		return -1;
	positions_tell(&class->roster);
	if (class->options.roster && class->roster.test_line > 0)
		printf("roster: line %d is Canvas's test student; left alone\n",
		       class->roster.test_line);
	return 0;
}

static int roster_know(Class *class)
{
	char *last = roster_last(class), *to = text_new("%s/roster.csv", class->folder);
	char *above = text_new("%.*s", (int)(strrchr(last, '/') - last), last);
	char *id = class->options.roster_id ? text_new("%s", class->options.roster_id)
					    : roster_id_kept(above);
	const char *path = class->options.roster;
	int bad = 0;

	if (!path && access(last, F_OK) == 0)
		path = last;
	if (path)
		bad = roster_take(class, path, id, to) < 0;
	else if (id)
		bad = refuse("ROSTER_ID=%s: there is no roster yet; wanted ROSTER=file.csv", id) <
		      0;
	else
		nobody_known_tell(class);
	free(id);
	free(above);
	free(to);
	free(last);
	return bad ? -1 : 0;
}

/* The id of a student who is in no roster: the folder's name, if it is printable; else its key. */
static const char *own_id(const Entry *entry)
{
	char clean[300];

	text_clean(clean, sizeof clean, entry->stem, strlen(entry->stem));
	return strcmp(clean, entry->stem) == 0 && strcmp(clean + strspn(clean, " "), "") != 0
		       ? entry->stem
		       : entry->key;
}

/* Ignores the second of two entries such as ada and ada.zip, which would be the same student. */
static void twins_leave(Class *class)
{
	for (int i = 0; i < class->entries.count; i++) {
		Submission *s = &class->list[i];

		for (int k = 0; k < i && s->state != STATE_LEFT; k++) {
			const Submission *other = &class->list[k];

			if (other->state == STATE_LEFT || strcmp(other->id, s->id) != 0)
				continue;
			class->entries.list[i].left =
				text_new("%s is graded already", other->entry->name);
			s->state = STATE_LEFT;
		}
	}
}

/* Canvas's test student hands in what an instructor tries out. Its files are called so, with a number or LATE
 * behind it; a student of that name is in the roster. */
static void test_student_leave(Entries *entries)
{
	static const char called[] = "studenttest_";

	for (int i = 0; i < entries->count; i++) {
		Entry *entry = &entries->list[i];
		const char *rest = entry->stem + sizeof called - 1;

		if (entry->left || entry->student >= 0 ||
		    strncmp(entry->stem, called, sizeof called - 1) != 0)
			continue;
		rest += strncmp(rest, "LATE_", 5) == 0 ? 5 : 0;
		if (*rest >= '0' && *rest <= '9')
			entry->left = text_new("Canvas's test student");
	}
}

/* Refuses a folder without any submission, such as one that holds a single student's labs. */
static int submissions_check(const Class *class)
{
	for (int i = 0; i < class->entries.count; i++)
		if (!class->entries.list[i].left)
			return 0;
	return refuse("SUBMISSIONS=%s: no submission in it; wanted one folder or archive for each "
		      "student (SUBMISSION= grades a single folder)",
		      class->options.submissions);
}

int students_load(Class *class)
{
	if (roster_know(class) < 0)
		return -1;
	roster_match(&class->roster, &class->entries);
	test_student_leave(&class->entries);
	if (submissions_check(class) < 0)
		return -1;
	class->list = memory_new((size_t) class->entries.count * sizeof *class->list);
	for (int i = 0; i < class->entries.count; i++) {
		const Entry *entry = &class->entries.list[i];

		class->list[i] = (Submission){
			.class = class,
			.entry = entry,
			.id = entry->student >= 0 ? class->roster.students[entry->student].id
						  : own_id(entry),
			.state = entry->left ? STATE_LEFT : STATE_TO_LOOK,
		};
	}
	twins_leave(class);
	return 0;
}

void students_release(Class *class)
{
	free(class->list);
}
