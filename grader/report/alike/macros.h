/* macros.h - the #define lines of a text: what a name stands for, and which groups of #if are left out. Whoever gives
 * cudaMalloc another name by a macro has written the same program. */
#ifndef GRADER_REPORT_ALIKE_MACROS_H
#define GRADER_REPORT_ALIKE_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#define MACRO_PARAMETERS 16
#define GROUPS_DEEPEST   64

typedef struct Span {
	const char *at;
	size_t length;
} Span;

typedef struct Macro {
	Span name, body;
	Span parameters[MACRO_PARAMETERS];
	int count;        /* of parameters; -1: it is no function */
	bool has_rest;    /* the last one is all arguments that are left */
	bool is_beyond;   /* it has more of them than there is room for */
	bool defined;     /* until an #undef */
	bool is_expanded; /* its own name in its body is only a name */
} Macro;

/* What becomes of a group of #if. */
typedef enum Group {
	GROUP_KEPT, /* so are those behind its #else and #elif: nobody knows which is meant */
	GROUP_TAKEN,
	GROUP_WAITS, /* left out; one behind it may be taken */
	GROUP_OVER   /* left out, with all that are left */
} Group;

typedef struct Macros {
	Macro *list;
	int count;
	Group groups[GROUPS_DEEPEST];
	bool by_name[GROUPS_DEEPEST]; /* a name has decided about it */
	int depth;                    /* of groups around this place */
	bool keeps_names;             /* no name decides: the compiler may know another one */
} Macros;

/* Takes in the directive, from its # to the end of its line, of a text as phases_apply() makes it. */
void macros_directive(Macros *macros, Span line);

/* The macro of that name, NULL where there is none. */
Macro *macros_find(const Macros *macros, Span name);

/* Whether this place is in a group that is left out. */
bool macros_skip(const Macros *macros);

/* Whether it is so by what the text says of a name, which another line of it, or a header, may have taken back. */
bool macros_skip_by_name(const Macros *macros);

/* Whether this place is in a group of which nobody knows whether it is read. */
bool macros_doubt(const Macros *macros);

void macros_release(Macros *macros);

#endif
