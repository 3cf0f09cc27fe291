/* book_work.c - counters and times of a check as rows. */
#include "grader/class/book/book_work.h"

#include <math.h>

#include "grader/class/book/book_sql.h"

/* NaN, which becomes NULL, where there is no such number. */
static double number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

int book_work_add(Book *book, int64_t grading, const json_t *check)
{
	const char *id = json_string_value(json_object_get(check, "id"));
	const json_t *work = json_object_get(check, "work"), *limit;
	size_t i;

	if (json_object_get(work, "us") &&
	    book_execute(book, "INSERT INTO work VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", "isddddd",
			 grading, id, number_of(work, "us"), number_of(work, "copies"),
			 number_of(work, "bytes"), number_of(work, "kernels"),
			 number_of(work, "waits")) < 0)
		return -1;
	json_array_foreach(json_object_get(work, "limits"), i, limit)
	{
		if (book_execute(book, "INSERT INTO time_limit VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
				 "isnsddn", grading, id, (int)i + 1,
				 json_string_value(json_object_get(limit, "how")),
				 number_of(limit, "wanted_us"), number_of(limit, "measured_us"),
				 (int)json_is_true(json_object_get(limit, "at_least"))) < 0)
			return -1;
	}
	return 0;
}
