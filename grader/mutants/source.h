/* source.h - a solution: its text, its tokens, and the regions that are the student's to write.
 *
 * The region of an exercise lies between the comments SOLUTION 3.2 and STUB and holds statements, in
 * a file with kernels whole functions; that of a helper lies between SOLUTION and STUB END and
 * holds whole functions. The statements and
 * the declarations of both are found here, so that the operators need to know little of C. */
#ifndef GRADER_MUTANTS_SOURCE_H
#define GRADER_MUTANTS_SOURCE_H

#include <stdbool.h>

#include "grader/base/c_lexer.h"

typedef struct Region {
	char exercise[16]; /* "3.2"; "" for a helper */
	int first, last;   /* tokens in it; last < first when there is none */
	int is_shared;     /* what stands in it runs for other exercises too */
} Region;

typedef enum StatementKind {
	STATEMENT_EXPRESSION,
	STATEMENT_DECLARATION,
	STATEMENT_RETURN,
	STATEMENT_JUMP, /* break, continue, goto */
	STATEMENT_IF,   /* of these four the head, from the keyword to its last bracket */
	STATEMENT_LOOP, /* while, also of a do */
	STATEMENT_FOR,
	STATEMENT_SWITCH,
} StatementKind;

typedef struct Statement {
	StatementKind kind;
	int first, last; /* tokens; the semicolon included */
	int region;
	int scope; /* equal for all statements of one function */
} Statement;

/* A variable, a parameter, a member of a struct or an enumerator. */
typedef struct Variable {
	int name;      /* the token */
	char type[48]; /* without const; one * for each pointer and each pair of [] */
	int group;     /* the scope of a variable; one number for each struct or enum */
	int is_member;
} Variable;

typedef struct Source {
	char *text;
	Token *tokens; /* without comments and directives */
	int token_count;
	bool is_cuda;         /* a file with kernels, by its name */
	int *partner;         /* of a bracket: the token of the other one, else -1 */
	unsigned char *fixed; /* belongs to a declaration or a type: never changed */
	Region *regions;
	int region_count;
	Statement *statements;
	int statement_count;
	Variable *variables;
	int variable_count;
} Source;

/* Takes a copy of the text. 0, or -1 with one line on stderr that begins with `name`. */
int source_read(Source *source, const char *name, const char *text);
void source_free(Source *source);

int token_is(const Source *source, int i, const char *text);      /* 0 too if there is no token i */
bool token_is_any(const Source *source, int i, const char *list); /* words between spaces */
bool token_is_name(const Source *source, int i);                  /* and no keyword */
bool token_is_type(const Source *source, int i); /* a keyword of a type, or looks like one */
bool tokens_equal(const Source *source, int i, int k);

/* The first comma or `stop` from i on that is in no bracket, `end` when there is none. */
int token_find(const Source *source, int i, int end, const char *stops);

/* Whether a declaration begins at the token. */
int declaration_begins(const Source *source, int i);

/* The two below are source_read's own steps. */
int statements_find(Source *source);
void variables_find(Source *source, int first, int last, int group, int is_member);

#endif
