/* options_which.c - which labs and checks are asked for: LAB= and CHECK=. */
#include "grader/setup/options_which.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/registry.h"

int option_number(const char *text, unsigned long most, unsigned long *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return -1;
	errno = 0;
	*number = strtoul(text, &end, 10);
	return *end == '\0' && errno == 0 && *number <= most ? 0 : -1;
}

/* A check that there is not; of a lab that there is, its checks are named. */
static int check_refuse(const char *check)
{
	const char *dot = strchr(check, '.');
	char *number = text_new("%.*s", dot ? (int)(dot - check) : (int)strlen(check), check);
	unsigned long lab;
	const LabChecks *near =
		option_number(number, 1000, &lab) < 0 ? NULL : registry_lab((int)lab);

	free(number);
	if (near)
		return refuse("CHECK=%s: there is no such check; lab %d has %s to %s", check,
			      near->number, near->checks[0].id, near->checks[near->count - 1].id);
	return refuse("CHECK=%s: there is no such check; wanted LAB.NUMBER such as 1.1", check);
}

/* CHECK=3.1,3.4: checks of one lab, which then is the lab. */
static int check_read(Options *o, const char *check)
{
	const LabChecks *its = registry_lab_of(check);

	if (!its)
		return check_refuse(check);
	if (o->lab != 0 && o->lab != its->number)
		return refuse("CHECK=%s is not in LAB=%d", check, o->lab);
	if (o->labs && !options_have_lab(o, its))
		return refuse("CHECK=%s is not in LAB=%s", check, o->labs);
	o->lab = its->number;
	return 0;
}

static int checks_read(Options *o)
{
	char *copy = text_new("%s", o->check), *rest = copy, *check;
	int bad = 0;

	if ((o->hint || o->debug) && strchr(o->check, ','))
		bad = refuse("CHECK=%s: wanted one check here, such as 3.2", o->check);
	while (bad == 0 && (check = strsep(&rest, ",")))
		bad = check_read(o, check);
	free(copy);
	return bad;
}

int options_have_check(const Options *o, const char *id)
{
	size_t length = strlen(id);

	for (const char *at = o->check; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, id, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return 1;
	}
	return !o->check;
}

/* Whether a list such as "1,2" has the number in it. */
static bool list_has(const char *list, int number)
{
	char one[16];
	size_t length = (size_t)snprintf(one, sizeof one, "%d", number);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		at += strspn(at, "0");
		if (strncmp(at, one, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
	}
	return false;
}

bool options_have_lab(const Options *o, const LabChecks *lab)
{
	if (o->lab != 0)
		return lab->number == o->lab;
	return o->labs ? list_has(o->labs, lab->number) : !lab->is_beyond;
}

int options_read_labs(Options *o, const char *labs)
{
	char known[64], *copy = text_new("%s", labs ? labs : ""), *rest = copy, *lab;
	unsigned long number = 0;
	int bad = 0;

	registry_numbers(known, sizeof known);
	while (labs && bad == 0 && (lab = strsep(&rest, ",")))
		if (option_number(lab, 99, &number) < 0 || !registry_lab((int)number))
			bad = refuse("LAB=%s: there is no such lab; wanted %s%s", labs, known,
				     strchr(labs, ',') ? ", or some of them as in LAB=1,2" : "");
	free(copy);
	o->labs = labs;
	o->lab = !labs || strchr(labs, ',') ? 0 : (int)number;
	return bad < 0 || !o->check ? bad : checks_read(o);
}
