/* zip_check.c - walks the list and the headers side by side. Numbers are those of PKWARE's APPNOTE.TXT 6.3.10, 4.3.
 *
 * Members stand in the order of the list, each where the one before it ends, as the usual programs write them: so
 * nothing overlaps, and nothing lies between them. */
#include "grader/class/intake/zip_check.h"

#include <stdbool.h>
#include <string.h>

/* What begins a record, and its bytes before the name. */
#define LOCAL        0x04034b50U
#define LOCAL_SIZE   30
#define LISTED       0x02014b50U
#define LISTED_SIZE  46
#define END          0x06054b50U
#define END_SIZE     22
#define END64        0x06064b50U
#define END64_SIZE   56
#define LOCATOR      0x07064b50U
#define LOCATOR_SIZE 20

#define COMMENT_MOST    0xffff
#define DESCRIPTOR_MOST 24 /* bytes behind a member whose header does not know its sizes */
#define IS_ENCRYPTED    1U /* of a member's flags */
#define HAS_DESCRIPTOR  8U
#define IN_64           0xffffffffUL /* the number is told in 64 bits elsewhere */
#define EXTRA_64        1U           /* kinds of extra fields */
#define EXTRA_NAME      0x7075U      /* the name once more, in UTF-8 */

static const char no_zip[] = "it is no whole zip archive";
static const char two_ends[] = "there are bytes behind the end of the zip archive";
static const char two_lists[] =
	"the list of the zip archive does not fit what is in it; wanted one "
	"that a program for archives has made";
static const char two_names[] = "a file in the zip archive has two names; wanted one";

typedef struct Piece {
	const uint8_t *at;
	size_t size;
} Piece;

static uint64_t number(const uint8_t *at, int bytes)
{
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | at[bytes];
	return value;
}

/* --- the list --------------------------------------------------------------------------------- */

typedef struct List {
	uint64_t at, count;
	uint64_t end; /* where the records of the end begin */
} List;

/* Programs look for the end from behind and take the first that looks like one: this has to be it. */
static const char *end_find(Piece all, size_t *end)
{
	size_t at = all.size < END_SIZE ? 0 : all.size - END_SIZE;
	size_t first = at > COMMENT_MOST ? at - COMMENT_MOST : 0;

	if (all.size < END_SIZE)
		return no_zip;
	while (at > first && number(all.at + at, 4) != END)
		at--;
	if (number(all.at + at, 4) != END)
		return no_zip;
	*end = at;
	return at + END_SIZE + number(all.at + at + 20, 2) == all.size ? NULL : two_ends;
}

static const char *list_find(Piece all, List *list)
{
	size_t end = 0;
	const char *why = end_find(all, &end);
	uint64_t size;

	if (why)
		return why;
	*list = (List){number(all.at + end + 16, 4), number(all.at + end + 10, 2), end};
	size = number(all.at + end + 12, 4);
	if (end >= END64_SIZE + LOCATOR_SIZE &&
	    number(all.at + end - LOCATOR_SIZE, 4) == LOCATOR) { /* as large archives have it */
		size_t record = end - LOCATOR_SIZE - END64_SIZE;

		if (number(all.at + record, 4) != END64 ||
		    number(all.at + end - LOCATOR_SIZE + 8, 8) != record)
			return two_lists;
		size = number(all.at + record + 40, 8);
		*list = (List){number(all.at + record + 48, 8), number(all.at + record + 32, 8),
			       record};
	}
	return list->at <= list->end && list->end - list->at == size ? NULL : two_lists;
}

/* --- a member --------------------------------------------------------------------------------- */

typedef struct Member {
	uint64_t flags, method, crc, packed, bytes, at;
	Piece name, extra;
} Member;

/* Takes the next extra field of that kind, and leaves what stands behind it; of no bytes where there is none. */
static Piece extra_next(Piece *extra, unsigned kind)
{
	while (extra->size >= 4) {
		const uint8_t *at = extra->at;
		size_t size = number(at + 2, 2);

		if (size > extra->size - 4)
			break;
		extra->at += 4 + size;
		extra->size -= 4 + size;
		if (number(at, 2) == kind)
			return (Piece){at + 4, size};
	}
	return (Piece){NULL, 0};
}

/* Takes the next number of 64 bits where the one of 32 has no room for it. */
static void wide_take(Piece *wide, uint64_t *value)
{
	if (*value != IN_64 || wide->size < 8)
		return;
	*value = number(wide->at, 8);
	wide->at += 8;
	wide->size -= 8;
}

/* Both records have flags, method, time, CRC, sizes and the lengths behind them in this order. */
static void fields_read(const uint8_t *from, Member *member)
{
	member->flags = number(from, 2);
	member->method = number(from + 2, 2);
	member->crc = number(from + 8, 4);
	member->packed = number(from + 12, 4);
	member->bytes = number(from + 16, 4);
	member->name.size = number(from + 20, 2);
	member->extra.size = number(from + 22, 2);
}

static void wide_read(Member *member)
{
	Piece extra = member->extra, wide = extra_next(&extra, EXTRA_64);

	wide_take(&wide, &member->bytes);
	wide_take(&wide, &member->packed);
	wide_take(&wide, &member->at);
}

static bool listed_read(Piece all, const List *list, uint64_t *at, Member *member)
{
	uint64_t left = list->end - *at, size;

	if (left < LISTED_SIZE || number(all.at + *at, 4) != LISTED)
		return false;
	fields_read(all.at + *at + 8, member);
	member->at = number(all.at + *at + 42, 4);
	size = LISTED_SIZE + member->name.size + member->extra.size + number(all.at + *at + 32, 2);
	member->name.at = all.at + *at + LISTED_SIZE;
	member->extra.at = member->name.at + member->name.size;
	*at += size;
	if (size > left)
		return false;
	wide_read(member);
	return true;
}

static bool local_read(Piece all, const List *list, uint64_t at, Member *member)
{
	if (at > list->at || list->at - at < LOCAL_SIZE || number(all.at + at, 4) != LOCAL)
		return false;
	*member = (Member){.at = at};
	fields_read(all.at + at + 6, member);
	member->name.at = all.at + at + LOCAL_SIZE;
	member->extra.at = member->name.at + member->name.size;
	if (list->at - at - LOCAL_SIZE < member->name.size + member->extra.size)
		return false;
	wide_read(member);
	return true;
}

static bool is_same(Piece one, Piece other)
{
	return one.size == other.size && memcmp(one.at, other.at, one.size) == 0;
}

/* What stands before the next "/", which goes, too. */
static Piece part_take(Piece *name)
{
	const uint8_t *cut = name->size == 0 ? NULL : memchr(name->at, '/', name->size);
	Piece part = {name->at, cut ? (size_t)(cut - name->at) : name->size};
	size_t taken = part.size + (cut != NULL);

	name->at += taken;
	name->size -= taken;
	return part;
}

static bool is_ascii(Piece name)
{
	for (size_t i = 0; i < name.size; i++)
		if (name.at[i] >= 0x80)
			return false;
	return true;
}

/* A name that was in another code may stand there once more; what is in plain letters is called the same in both. */
static bool is_name_again(Piece name, Piece again)
{
	while (name.size > 0 || again.size > 0) {
		Piece part = part_take(&name), its = part_take(&again);

		if (!is_same(part, its) && (is_ascii(part) || is_ascii(its)))
			return false;
	}
	return true;
}

static bool has_one_name(const Member *member)
{
	Piece extra = member->extra, again = extra_next(&extra, EXTRA_NAME);

	if (memchr(member->name.at, 0, member->name.size) || extra_next(&extra, EXTRA_NAME).at)
		return false;
	if (again.size < 5)
		return again.size == 0;
	return is_name_again(member->name, (Piece){again.at + 5, again.size - 5});
}

static const char *pair_check(const Member *listed, const Member *local)
{
	if (!is_same(listed->name, local->name) || !has_one_name(listed) || !has_one_name(local))
		return two_names;
	if (listed->method != local->method ||
	    ((listed->flags ^ local->flags) & (IS_ENCRYPTED | HAS_DESCRIPTOR)) != 0)
		return two_lists;
	if (!(local->flags & HAS_DESCRIPTOR) &&
	    (listed->crc != local->crc || listed->packed != local->packed ||
	     listed->bytes != local->bytes))
		return two_lists;
	return NULL;
}

const char *zip_check(const uint8_t *bytes, size_t size)
{
	const Piece all = {bytes, size};
	List list = {0};
	const char *why = list_find(all, &list);
	uint64_t at = list.at, free_from = 0,
		 room = 0; /* the next member begins so far behind that */

	for (uint64_t i = 0; !why && i < list.count; i++) {
		Member listed, local;

		if (!listed_read(all, &list, &at, &listed) || listed.at < free_from ||
		    listed.at - free_from > room || !local_read(all, &list, listed.at, &local))
			return two_lists;
		why = pair_check(&listed, &local);
		free_from = listed.at + LOCAL_SIZE + local.name.size + local.extra.size;
		if (listed.packed > list.at - free_from)
			return two_lists;
		free_from += listed.packed;
		room = local.flags & HAS_DESCRIPTOR ? DESCRIPTOR_MOST : 0;
	}
	if (!why && (at != list.end || list.at < free_from || list.at - free_from > room))
		why = two_lists;
	return why;
}
