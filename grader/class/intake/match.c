/* match.c - one pass over all entries for each kind of evidence. */
#include "grader/class/intake/match.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/text.h"
#include "grader/class/intake/nfc.h"

/* A student's keys for the comparison with entry names, computed once. */
typedef struct Signs {
	char *name;    /* plain: "adalovelace" */
	char *turned;  /* the last word moved to the front: "lovelaceada" */
	char *mailbox; /* the part of the e-mail address before the @, "" for none */
} Signs;

/* Without case, and without the separators that people and platforms write between words. */
static char *plain_copy(const char *text, size_t length)
{
	char *part = text_new("%.*s", (int)length, text), *plain = caseless_copy(part), *to = plain;

	for (const char *from = plain; *from != '\0'; from++)
		if (!strchr(" \t,._-'", *from))
			*to++ = *from;
	*to = '\0';
	free(part);
	return plain;
}

static char *turned_copy(const char *name)
{
	const char *cut = strchr(name, ',') ? strchr(name, ',') : strrchr(name, ' ');
	char *whole, *plain;

	if (!cut)
		return plain_copy(name, strlen(name));
	whole = text_new("%s%.*s", cut, (int)(cut - name), name);
	plain = plain_copy(whole, strlen(whole));
	free(whole);
	return plain;
}

static Signs *signs_make(const Roster *roster)
{
	Signs *signs = memory_new((size_t)roster->count * sizeof *signs);

	for (int i = 0; i < roster->count; i++) {
		const RosterStudent *s = &roster->students[i];
		const char *at = strchr(s->email, '@');

		signs[i].name = plain_copy(s->name, strlen(s->name));
		signs[i].turned = turned_copy(s->name);
		signs[i].mailbox = text_new("%.*s", at ? (int)(at - s->email) : 0, s->email);
	}
	return signs;
}

static void signs_free(Signs *signs, int count)
{
	for (int i = 0; i < count; i++) {
		free(signs[i].name);
		free(signs[i].turned);
		free(signs[i].mailbox);
	}
	free(signs);
}

/* --- kinds of evidence, from the strongest to the weakest ------------------------------------- */

typedef struct Asked {
	const Entry *entry;
	char *plain;  /* of the stem */
	char *before; /* of what is before the first "_", "" when there is none */
	char *told;   /* of the name that the platform tells, "" when it tells none */
} Asked;

static int by_folder(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)signs;
	return *s->folder != '\0' &&
	       (strcmp(s->folder, a->entry->folder) == 0 ||
		strcmp(s->folder, a->entry->name) == 0 || strcmp(s->folder, a->entry->stem) == 0);
}

/* How long the login is that the text ends with behind the mark; 0: it does not. */
static int end_length(const char *text, char mark, const char *login)
{
	size_t whole = strlen(text), length = strlen(login);

	return length > 0 && whole > length + 1 && text[whole - length - 1] == mark &&
			       strcasecmp(text + whole - length, login) == 0
		       ? (int)length
		       : 0;
}

/* Of logins that could be meant the longest is. */
static int by_login(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	const char *text = a->entry->told.login_end;
	int best = !text ? 0 : end_length(text, '_', s->id);

	(void)signs;
	for (int i = 0; text && i < ROSTER_ALSO_MOST && s->also[i]; i++) {
		int length = end_length(text, '_', s->also[i]);

		best = length > best ? length : best;
	}
	return best;
}

static int by_exact_id(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)signs;
	return strcmp(s->id, a->entry->stem) == 0;
}

/* Whether the text is one of the student's ids, logins or numbers. */
static bool is_known_as(const RosterStudent *s, const char *text)
{
	if (strcasecmp(s->id, text) == 0)
		return true;
	for (int i = 0; i < ROSTER_ALSO_MOST && s->also[i]; i++)
		if (strcasecmp(s->also[i], text) == 0)
			return true;
	return false;
}

static bool is_told(const RosterStudent *s, const char *text)
{
	return text && *text != '\0' &&
	       (is_known_as(s, text) || (*s->email != '\0' && strcasecmp(s->email, text) == 0));
}

static int by_told(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)signs;
	return is_told(s, a->entry->told.id) || is_told(s, a->entry->told.email);
}

static int by_id(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)signs;
	return strcasecmp(s->id, a->entry->stem) == 0;
}

static int by_other_id(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)signs;
	return is_known_as(s, a->entry->stem);
}

static int by_email(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	return (*s->email != '\0' && strcasecmp(s->email, a->entry->stem) == 0) ||
	       (*signs->mailbox != '\0' && strcasecmp(signs->mailbox, a->entry->stem) == 0);
}

static bool is_name(const Signs *signs, const char *plain)
{
	return *plain != '\0' &&
	       (strcmp(signs->name, plain) == 0 || strcmp(signs->turned, plain) == 0);
}

static int by_name(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	(void)s;
	return is_name(signs, a->plain) || is_name(signs, a->told);
}

static bool has_part(const char *stem, const char *id)
{
	size_t length = strlen(id);

	for (const char *at = stem; at; at = strchr(at, '_')) {
		at += *at == '_';
		if (length > 0 && strncasecmp(at, id, length) == 0 &&
		    (at[length] == '_' || (at[length] == '\0' && at > stem)))
			return true;
	}
	return false;
}

static bool has_number(const Asked *a, const RosterStudent *s)
{
	if (has_part(a->entry->stem, s->id))
		return true;
	for (int i = 0; i < ROSTER_ALSO_MOST && s->also[i]; i++)
		if (has_part(a->entry->stem, s->also[i]))
			return true;
	return false;
}

/* Both fit better than one of them: so the number tells two students of one name apart, but a name and another
 * student's number stay in doubt. */
static int by_part(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	return is_name(signs, a->before) + has_number(a, s);
}

static int by_clone(const Asked *a, const RosterStudent *s, const Signs *signs)
{
	int best = end_length(a->entry->stem, '-', s->id);

	if (a->entry->archive || a->entry->flat.count > 0)
		return 0;
	for (int i = -1; i < ROSTER_ALSO_MOST && (i < 0 || s->also[i]); i++) {
		int length = end_length(a->entry->stem, '-', i < 0 ? signs->mailbox : s->also[i]);

		best = length > best ? length : best;
	}
	return best;
}

/* Each tells how well it fits; 0: not at all. */
static int (*const signs_known[])(const Asked *, const RosterStudent *, const Signs *) = {
	by_folder,   by_login, by_exact_id, by_told, by_id,
	by_other_id, by_email, by_name,     by_part, by_clone,
};

enum {
	EXACT = 4
}; /* so many of them leave no doubt: a weaker one does not call them in question */

/* What was assigned to a student, and by which kind of evidence. */
typedef struct Claim {
	Entry *entry; /* NULL: nothing yet */
	int sign;
} Claim;

/* --- one entry -------------------------------------------------------------------------------- */

/* The student whom it fits best; -1 when there is none, or more than one: then *doubt is "1001 or 1002", to be freed. */
static int student_find(const Roster *roster, const Signs *signs, const Asked *asked,
			int (*is)(const Asked *, const RosterStudent *, const Signs *),
			char **doubt)
{
	int found = -1, best = 0, first = -1, second = -1;

	for (int i = 0; i < roster->count; i++) {
		int fit = is(asked, &roster->students[i], &signs[i]);

		if (fit == 0 || fit < best)
			continue;
		second = i;
		first = fit == best ? first : i;
		found = fit == best ? -1 : i;
		best = fit;
	}
	*doubt = found >= 0 || best == 0 ? NULL
					 : text_new("%s or %s", roster->students[first].id,
						    roster->students[second].id);
	return found;
}

/* An entry that cannot be graded still shows that its student is not absent, so once it is matched
 * it is no longer ignored. */
static void entry_take(Entry *entry, int student, int sign, Claim *claims)
{
	entry->student = student;
	claims[student] = (Claim){entry, sign};
	free(entry->left);
	entry->left = NULL;
}

/* A second submission of a student: who made it cannot be told from its name. Where the first one has
 * the exact name it is graded; else neither is, until a person has decided. */
static void second_claim(Entry *entry, int sign, const Claim *first, const char *id)
{
	if (first->sign < EXACT && first->sign < sign) {
		entry->left = text_new("%s is graded for %s already", first->entry->name, id);
		return;
	}
	entry->left = text_new("it claims to be of %s, as %s does; keep one of them, or name it in "
			       "the roster's column folder",
			       id, first->entry->name);
	if (!first->entry->unfit)
		first->entry->unfit =
			text_new("%s claims to be of %s too; keep one of them, or name "
				 "it in the roster's column folder",
				 entry->name, id);
}

static void entry_match(const Roster *roster, const Signs *signs, Entry *entry, int sign,
			Claim *claims)
{
	const char *line = strchr(entry->stem, '_');
	Asked asked = {
		.entry = entry,
		.plain = plain_copy(entry->stem, strlen(entry->stem)),
		.before = plain_copy(entry->stem, line ? (size_t)(line - entry->stem) : 0),
		.told = plain_copy(entry->told.name ? entry->told.name : "",
				   entry->told.name ? strlen(entry->told.name) : 0),
	};
	char *doubt;
	int found = student_find(roster, signs, &asked, signs_known[sign], &doubt);

	if (found >= 0 && !claims[found].entry)
		entry_take(entry, found, sign, claims);
	else if (found >= 0 && !entry->unfit)
		second_claim(entry, sign, &claims[found], roster->students[found].id);
	if (!entry->doubt) { /* of the surest sign */
		entry->doubt = doubt;
		doubt = NULL;
	}
	free(doubt);
	free(asked.plain);
	free(asked.before);
	free(asked.told);
}

/* Matches all entries that can be graded, or all that cannot, by one kind of evidence. */
static void entries_match(const Roster *roster, const Signs *signs, Entries *entries, int sign,
			  int unfit, Claim *claims)
{
	for (int i = 0; i < entries->count; i++) {
		Entry *entry = &entries->list[i];

		if (entry->student < 0 && (entry->unfit != NULL) == unfit &&
		    (unfit || !entry->left))
			entry_match(roster, signs, entry, sign, claims);
	}
}

void roster_match(const Roster *roster, Entries *entries)
{
	Signs *signs = signs_make(roster);
	Claim *claims = memory_new((size_t)roster->count * sizeof *claims);

	for (int unfit = 0; unfit < 2; unfit++)
		for (size_t sign = 0; sign < sizeof signs_known / sizeof *signs_known; sign++)
			entries_match(roster, signs, entries, (int)sign, unfit, claims);
	signs_free(signs, roster->count);
	free(claims);
}
