/* look_labs.h - what is no lab though it has a lab's name, and labs that nobody has asked for. */
#ifndef GRADER_CLASS_INTAKE_LOOK_LABS_H
#define GRADER_CLASS_INTAKE_LOOK_LABS_H

#include <stdbool.h>
#include <stddef.h>

/* Looks at the labs in the folder. False: one is empty or no text, which would be a quiet zero; `why` names it, and a
 * person decides. With true `why` is "", or says that one of those that are asked for ("1,2"; NULL or "": all) is no
 * file but a link or the like, or that there is none of them but another one. */
bool labs_look(int folder, const char *asked, char *why, size_t why_size);

#endif
