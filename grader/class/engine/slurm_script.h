/* slurm_script.h - the batch script and the options that sbatch is given. */
#ifndef GRADER_CLASS_ENGINE_SLURM_SCRIPT_H
#define GRADER_CLASS_ENGINE_SLURM_SCRIPT_H

#include "grader/class/run/class.h"

/* Writes WORK/list-N with a key and a seed per line, and WORK/task-N.sh, which grades the submission in the
 * line that the task's index selects. Returns the script's path, to be freed; NULL after a line on
 * stderr. */
char *slurm_script_write(const Class *class, int number, Submission *const *list, int count);

/* The options of sbatch for the resources of a task, closed by NULL: our own, then the user's
 * (SLURM=); at most `max`. Free them with slurm_options_free; NULL after a line on stderr. */
char **slurm_options_make(const Class *class, int max);
void slurm_options_free(char **options);

#endif
