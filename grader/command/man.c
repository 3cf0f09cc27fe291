/* man.c - --help, the man page and the completions, of the same table. */
#include <stdio.h>
#include <string.h>

#include "grader/command/table.h"
#include "grader/setup/kit_settings.h"

void commands_print(void)
{
	puts("Usage: usegpu COMMAND [OPTION...]\n");
	for (const Entry *each = entries; each->name; each++)
		if (each->line && each->command)
			printf("  %-13s %s\n", each->name, each->line);
	puts("\nusegpu COMMAND --help tells its options; usegpu --version, which build this is.");
}

/* For troff: hyphens are not minus signs, and a line does not begin with a dot. */
static void troff_print(const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", stdout);
	for (; *text != '\0'; text++) {
		if (*text == '-')
			fputs("\\-", stdout);
		else if (*text == '\\')
			fputs("\\e", stdout);
		else
			putchar(*text);
	}
}

static void option_man(const struct argp_option *option)
{
	fputs(".TP\n\\fB\\-\\-", stdout);
	troff_print(option->name);
	fputs("\\fR", stdout);
	if (option->arg) {
		fputs(" \\fI", stdout);
		troff_print(option->arg);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	troff_print(option->doc);
	putchar('\n');
}

void man_print(void)
{
	puts(".TH USEGPU 1 \"\" usegpu \"User Commands\"\n.SH NAME\nusegpu \\- labs on GPUs, and "
	     "their grader\n.SH SYNOPSIS\n.B usegpu\n.I COMMAND\n[\\fIOPTION\\fR...]");
	puts(".SH COMMANDS");
	for (const Entry *each = entries; each->name; each++) {
		const struct argp *argp = !each->command ? NULL : each->command->argp;

		if (!argp || !each->line)
			continue;
		fputs(".SS \"usegpu ", stdout);
		troff_print(each->name);
		if (argp->args_doc) {
			char first[200]; /* what args_doc has in its first line */

			snprintf(first, sizeof first, " %.*s", (int)strcspn(argp->args_doc, "\n"),
				 argp->args_doc);
			troff_print(first);
		}
		puts("\"");
		troff_print(each->line);
		puts(".\n.PP");
		troff_print(argp->doc);
		putchar('\n');
		for (const struct argp_option *o = argp->options; o->name; o++)
			option_man(o);
	}
	puts(".SH EXIT STATUS\n0; 1 where \\-\\-strict was given and something is missing; 2 when "
	     "it failed or was called wrongly.");
}

static void names_print(const char *between)
{
	for (const Entry *each = entries; each->name; each++)
		if (each->line && each->command)
			printf("%s%s", each->name, between);
}

static void options_print(const struct argp *argp)
{
	for (const struct argp_option *o = argp->options; o->name; o++)
		printf("--%s ", o->name);
	fputs("--help", stdout);
}

void completion_bash_print(void)
{
	fputs("_usegpu()\n{\n\tlocal words\n\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\twords='",
	      stdout);
	names_print(" ");
	puts("--help --version'\n\telse\n\t\tcase ${COMP_WORDS[1]} in");
	for (const Entry *each = entries; each->name; each++) {
		if (!each->line || !each->command)
			continue;
		printf("\t\t%s) words='", each->name);
		options_print(each->command->argp);
		puts("' ;;");
	}
	puts("\t\tesac\n\tfi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$2\"))\n}\n"
	     "complete -o default -F _usegpu usegpu");
}

/* In quotes of a shell, where _arguments and _describe take a colon or a bracket for their own. */
static void zsh_text(const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr(":[]\\", *text))
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

void completion_zsh_print(void)
{
	puts("#compdef usegpu\nlocal -a commands\ncommands=(");
	for (const Entry *each = entries; each->name; each++) {
		if (!each->line || !each->command)
			continue;
		printf("\t'%s:", each->name);
		zsh_text(each->line);
		puts("'");
	}
	puts(")\nif ((CURRENT == 2)); then\n\t_describe command commands\n\treturn\nfi\n"
	     "case $words[2] in");
	for (const Entry *each = entries; each->name; each++) {
		if (!each->line || !each->command)
			continue;
		printf("%s) _arguments", each->name);
		for (const struct argp_option *o = each->command->argp->options; o->name; o++) {
			printf(" \\\n\t'--%s%s[", o->name, o->arg ? "=" : "");
			zsh_text(o->doc);
			printf("]%s'", o->arg ? ":value:_files" : "");
		}
		puts(" '*:file:_files' ;;");
	}
	puts("esac");
}
