/* object.h - looks into the compiled lab: where a function is, and what it reaches.
 *
 * The object comes from the student's source, so its debug information may be anything, and the
 * libraries that read it may have holes: these functions are for processes in the sandbox alone
 * (apart.h). */
#ifndef GRADER_PROBE_OBJECT_H
#define GRADER_PROBE_OBJECT_H

#include <stddef.h>
#include <stdint.h>

typedef struct Object Object;

/* NULL when the open file is no object that this can read. The descriptor stays the caller's, who
 * keeps it open. */
Object *object_open(int fd);
void object_close(Object *object);

/* 1 when the object defines a global function of that name. */
int object_has_function(Object *object, const char *function);

/* The line where that function or variable is defined, 0 when unknown. */
int object_line(Object *object, const char *name);

/* Whether the function, or what it uses in this object, uses one of the forbidden symbols (a list
 * separated by spaces; "dl_*" is all that begins with dl_). Returns 1 with the symbol in `symbol`
 * and the line that uses it in *line (0 when unknown), else 0. */
int object_find_forbidden(Object *object, const char *function, const char *forbidden, char *symbol,
			  size_t symbol_size, int *line);

/* Which of the other functions the function, or what it uses in this object, uses: bit i is that of others[i];
 * count <= 64. Of a function that is inlined in another one than `function` itself nothing is known. */
uint64_t object_find_used(Object *object, const char *function, const char *const *others,
			  int count);

#endif
