/* slurm_script.h - what sbatch is given. */
#ifndef SLURM_SCRIPT_H
#define SLURM_SCRIPT_H

#include "class.h"

/* Writes WORK/list-N with the keys, a line each, and WORK/task-N.sh, which grades the one that its
 * task's number chooses. The script's path, to be freed; NULL after a line on stderr. */
char *slurm_script_write(const Class *class, int number, Submission *const *list, int count);

/* The options of sbatch that tell where and with what a task runs, closed by NULL: our own, then
 * the user's words (SLURM=). At most `max`. To be freed with slurm_options_free; NULL after a line
 * on stderr. */
char **slurm_options_make(const Class *class, int max);
void slurm_options_free(char **options);

#endif
