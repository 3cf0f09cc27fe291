/* class_data.h - what the page of a class needs from its gradebook. */
#ifndef CLASS_DATA_H
#define CLASS_DATA_H

typedef struct Student {
	char *id, *name, *section, *folder, *status; /* "" where the book has none */
	char *why;       /* it could not be graded the last time that it could not; "" */
	char *key;       /* of the student's folder below students/, or NULL */
	char *isolation; /* "full", "reduced", "none": of the newest grading; "" */
	int attempt, late_s;
	double score, max_score, unjudged, penalty;
	double final;                       /* NaN: there is no mark, which is not a zero */
	double compile_s, check_s, total_s; /* of the newest grading; 0: not known */
} Student;

/* One check of one student, of the attempt that counts. */
typedef struct Mark {
	char *student, *lab, *check, *title, *verdict, *message, *hint;
	double points, max_points;
} Mark;

typedef struct ClassData {
	char *folder; /* of the class */
	char *title;  /* its last part */
	Student *students;
	int student_count;
	Mark *marks; /* by check, then by student */
	int mark_count;
} ClassData;

/* Reads the book; the folder of the class is the book's if it is NULL. 0, or -1 with a line on
 * stderr; release it in both cases. */
int class_load(const char *book, const char *folder, ClassData *data);
void class_release(ClassData *data);

/* Whether the student handed something in that was graded. */
int student_is_graded(const Student *student);

#endif
