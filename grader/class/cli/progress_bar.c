/* progress_bar.c - shows the parts that fit into the width, by priority: the count, the time left,
 * the bar, the rate, the name. */
#include "grader/class/cli/progress_bar.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/text.h"

#define CELLS       24
#define WIDTH_USUAL 80

/* "12 s", "4 min", "2.5 h" */
static void time_text(double seconds, char *out, size_t size)
{
	if (seconds < 100)
		snprintf(out, size, "%.0f s", seconds);
	else if (seconds < 6000)
		snprintf(out, size, "%.0f min", seconds / 60);
	else
		snprintf(out, size, "%.1f h", seconds / 3600);
}

static void cells_text(const ProgressBar *bar, char out[CELLS + 4])
{
	int full = bar->total > 0 ? bar->done * CELLS / bar->total : CELLS;

	out[0] = '[';
	for (int i = 0; i < CELLS; i++)
		out[1 + i] = i < full ? '#' : '.';
	memcpy(out + 1 + CELLS, "] ", 3);
}

/* Only ASCII names are shown: other characters may take two columns, or none. */
static bool is_plain(const char *name)
{
	for (; *name != '\0'; name++)
		if (*name < ' ' || *name > '~')
			return false;
	return true;
}

void progress_bar_text(const ProgressBar *bar, double seconds, int width, const char *name,
		       char *out, int size)
{
	char cells[CELLS + 4], count[40], rate[40] = "", left[40] = "", time[24];
	int room = (width < size ? width : size) - 1; /* some terminals wrap at the last column */

	cells_text(bar, cells);
	snprintf(count, sizeof count, "%d/%d", bar->done, bar->total);
	if (bar->done > 0 && seconds > 0) {
		snprintf(rate, sizeof rate, "  %.3g/min", bar->done / seconds * 60);
		time_text(seconds / bar->done * (bar->total - bar->done), time, sizeof time);
		snprintf(left, sizeof left, "  %s left", time);
	}
	out[0] = '\0';
	room -= (int)strlen(count);
	if (room < 0)
		return;
	if ((int)strlen(left) > room)
		left[0] = '\0';
	room -= (int)strlen(left);
	if ((int)strlen(cells) > room)
		cells[0] = '\0';
	room -= (int)strlen(cells);
	if ((int)strlen(rate) > room)
		rate[0] = '\0';
	room -= (int)strlen(rate);
	if ((int)strlen(name) + 2 > room || !is_plain(name))
		name = "";
	text_format(out, (size_t)size, "%s%s%s%s%s%s", cells, count, rate, left,
		    *name != '\0' ? "  " : "", name);
}

static void bar_draw(const ProgressBar *bar, const char *name)
{
	struct winsize size;
	char line[300];
	int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
										    : WIDTH_USUAL;

	progress_bar_text(bar, clock_now() - bar->begin, width, name, line, sizeof line);
	printf("\r\033[K%s", line);
	fflush(stdout);
}

void progress_bar_begin(ProgressBar *bar, int total)
{
	const char *terminal = getenv("TERM");

	*bar = (ProgressBar){.total = total, .begin = clock_now()};
	bar->wanted = isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
	if (bar->wanted)
		bar_draw(bar, "");
}

void progress_bar_step(ProgressBar *bar, const char *name)
{
	bar->done++;
	if (bar->wanted)
		bar_draw(bar, name);
}

void progress_bar_clear(const ProgressBar *bar)
{
	if (bar->wanted) {
		printf("\r\033[K");
		fflush(stdout);
	}
}
