/* canvas_who.c - which student a row of Canvas's gradebook is: by what Canvas's importer matches
 * by, ID, SIS User ID, SIS Login ID, name. */
#include "grader/export/formats/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* A roster that came from Canvas has its columns: then equal headings mean equal things. */
static int like_named(const Csv *csv, int row, const Record *record, int column)
{
	if (*csv_cell(csv, row, column) == '\0' || *record_column(record, "SIS Login ID") == '\0')
		return 0;
	return text_same(csv_cell(csv, row, column),
			 record_column(record, csv_cell(csv, 0, column)));
}

static int by_id(const Csv *csv, int row, const Record *record, const void *what)
{
	const Columns *c = what;

	return like_named(csv, row, record, c->id);
}

static int by_user(const Csv *csv, int row, const Record *record, const void *what)
{
	const Columns *c = what;

	return like_named(csv, row, record, c->user) ||
	       text_same(csv_cell(csv, row, c->user), record->id);
}

static int by_login(const Csv *csv, int row, const Record *record, const void *what)
{
	const Columns *c = what;
	const char *login = csv_cell(csv, row, c->login);

	if (*login == '\0')
		return 0;
	return like_named(csv, row, record, c->login) || text_same(login, record->id) ||
	       text_same(login, record->email) || text_same(login, record_column(record, "login"));
}

static int by_name(const Csv *csv, int row, const Record *record, const void *what)
{
	const Columns *c = what;
	const char *login = csv_cell(csv, row, c->login);

	/* two students of one name: their addresses tell them apart */
	if (strchr(login, '@') && strchr(record->email, '@') && !text_same(login, record->email))
		return 0;
	if (c->student >= 0)
		return name_same(csv_cell(csv, row, c->student), record->name);
	char *whole =
		text_new("%s %s", csv_cell(csv, row, c->first_name), csv_cell(csv, row, c->last));
	int same = name_same(whole, record->name);

	free(whole);
	return same;
}

/* Canvas's own number could be another's number at the institute: only together with the name. */
static int by_id_and_name(const Csv *csv, int row, const Record *record, const void *what)
{
	const Columns *c = what;

	return text_same(csv_cell(csv, row, c->id), record->id) && by_name(csv, row, record, what);
}

const PairStep canvas_steps[] = {by_id, by_user, by_login, by_id_and_name, by_name, NULL};
