/* class_data.h - what the page of a class needs from its gradebook. */
#ifndef GRADER_REPORT_DATA_CLASS_DATA_H
#define GRADER_REPORT_DATA_CLASS_DATA_H

#include <stdbool.h>

typedef struct Student {
	char *id, *name, *section, *folder, *status; /* "" where the book has none */
	char *why;       /* why the last grading that failed did so; "" */
	char *key;       /* of the student's folder below students/, or NULL */
	char *isolation; /* "full", "reduced", "none": of the newest grading; "" */
	int attempt, late_s;
	double score, max_score, unjudged, penalty;
	double final;                       /* NaN: no mark, which is not the mark 0 */
	double compile_s, check_s, total_s; /* of the newest grading; 0: not known */
	int was_known;                      /* 1: the three below are those before the last run */
	char *was_status;
	double was_final; /* NaN: no mark */
	int was_attempt;
} Student;

/* One check of one student, of the attempt that counts. */
typedef struct Mark {
	char *student, *lab, *check, *title, *verdict, *message, *hint;
	double points, max_points;
	int by_hand;        /* 1: an instructor gave the points */
	char *cause, *page; /* why it failed and what explains it, "errors/memory.md#leak"; "" */
} Mark;

/* An attempt of a student, whether it counts or not. */
typedef struct Attempt {
	char *student;
	int number; /* from 1 */
	int graded; /* 1: the two below are known */
	double score, max_score;
	long long submitted; /* seconds since 1970; 0: not known */
	double seconds;      /* that all gradings of it took */
} Attempt;

typedef struct ClassData {
	char *folder; /* of the class */
	char *title;  /* its last part; of an assignment of a class "class, assignment" */
	Student *students;
	int student_count;
	Mark *marks; /* by check, then by student */
	int mark_count;
	Attempt *attempts; /* by student, then by number */
	int attempt_count;
	int has_last;    /* 1: it is known how marks were before the last run */
	long long due;   /* seconds since 1970; 0: there is no deadline */
	Student **by_id; /* while the book is read */
	int cause_at;
} ClassData;

/* Reads the book. `folder` is the folder of the class; NULL: the one that holds the book. 0, or -1
 * with a line on stderr; release it in both cases. */
int class_load(const char *book, const char *folder, ClassData *data);
void class_release(ClassData *data);

/* Whether the student handed something in that was graded. */
bool student_is_graded(const Student *student);

#endif
