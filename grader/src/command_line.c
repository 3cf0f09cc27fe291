/* command_line.c - getopt, with messages of ours: its own print names as they come. */
#include "command_line.h"

#include <stddef.h>
#include <stdio.h>

#include "refuse.h"

static int count_of_flags(const CommandLine *line)
{
	int count = 0;

	for (const struct option *each = line->known; each->name != NULL; each++)
		count++;
	return count - line->texts - 1; /* and --help */
}

int command_line_read(const CommandLine *line, int argc, char **argv)
{
	int flags = count_of_flags(line), code;

	opterr = 0;
	optind = 0; /* begin anew: glibc's way to say so */
	while ((code = getopt_long(argc, argv, line->ends_early ? "+:" : ":", line->known, NULL)) !=
	       -1) {
		if (code == '?' && optopt >= ' ') /* a short one: what argv holds is not clear */
			return refuse("-%c: unknown option; see --help", optopt);
		if (code == '?' || code == ':')
			return refuse("%s: %s; see --help", argv[optind - 1],
				      code == ':' ? "a value must follow" : "unknown option");
		if (code < line->texts)
			line->given[code] = optarg;
		else if (code < line->texts + flags)
			*line->flags[code - line->texts] = 1;
		else
			return fputs(line->usage, stdout), 1;
	}
	return 0;
}
