/* file.h - the files of machines/: the figures that they hold, and how they are read. */
#ifndef MACHINE_FILE_H
#define MACHINE_FILE_H

#include <stddef.h>

#include "framework/simcuda/machine/machine.h"

/* How a figure is kept in SimMachine. */
typedef enum MachineKind { MACHINE_DOUBLE, MACHINE_INT, MACHINE_UINT64 } MachineKind;

/* One figure of a machine file. */
typedef struct MachineFigure {
	const char *name;
	const char *unit; /* "1": a plain number */
	MachineKind kind;
	size_t offset;      /* in SimMachine */
	double scale;       /* from the file's unit to the struct's */
	double least, most; /* in the file's unit */
} MachineFigure;

/* All of them, and how many there are. */
extern const MachineFigure machine_figures[];
extern const size_t machine_figure_count;

/* The figure of that name, or NULL. */
const MachineFigure *machine_figure(const char *name);

/* Fills *machine (all but .gpus) from the file. A model that it extends is looked for beside it,
 * then in `folder` (NULL: nowhere else). 0, or -1 with one line in `problem`, which names the file
 * and the figure. */
int machine_load(const char *path, const char *folder, SimMachine *machine, char *problem,
		 size_t size);

#endif
