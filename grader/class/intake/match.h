/* match.h - assigns submissions to students, by evidence from the strongest to the weakest; each
 * kind is applied to the whole class before the next:
 *   1. the roster's column folder names it
 *   2. its name is an id, letter for letter
 *   3. the platform's own word beside it: an id, login or e-mail address (Gradescope)
 *   4. its name is an id but for case, or another of the roster's ids, logins and numbers
 *   5. its name is an e-mail address, or the part of one before the @
 *   6. its name, or the one that the platform tells, is a student's name, in either order; spaces, commas, ".",
 *      "-", "_", "'" and case are ignored, and so is how accents are written (nfc.h)
 *   7. it begins with a name and "_", or has an id between two "_", as downloads of learning
 *      platforms do ("Ada Lovelace_4711_assignsubmission_file_",
 *      "lovelaceada_LATE_4711_99_lab.zip"); of several students of that name it
 *      is the one who has the id
 *   8. it is a clone, "lab1-login": a folder that ends with "-" and a login; the longest counts
 * Evidence that fits two students is ignored. */
#ifndef GRADER_CLASS_INTAKE_MATCH_H
#define GRADER_CLASS_INTAKE_MATCH_H

#include "grader/class/intake/entries.h"
#include "grader/class/intake/roster.h"

/* Sets `student` of each entry that matches. A second entry of a student is ignored, with the reason
 * in `left`. Unless the first one's name is in the column folder, or is the id letter for letter, and
 * the second one's is not, the first is not graded either: `unfit` says why, and a person has to
 * decide. One that cannot be graded is assigned only to a student who has no other: a
 * student who sent a .rar is not absent. */
void roster_match(const Roster *roster, Entries *entries);

#endif
