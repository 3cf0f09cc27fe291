/* alike.c - the lists of what is compared. */
#include "grader/report/alike/alike.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/alike/text.h"

int alike_set_add(Alike *all, AlikeKind kind, const char *name)
{
	all->sets = list_grown(all->sets, all->set_count, sizeof *all->sets);
	all->sets[all->set_count] = (AlikeSet){kind, text_new("%s", name)};
	return all->set_count++;
}

int alike_owner_add(Alike *all, int set, int student, char *name, char *folder)
{
	all->owners = list_grown(all->owners, all->owner_count, sizeof *all->owners);
	all->owners[all->owner_count] = (AlikeOwner){set, student, name, folder};
	all->class_count += all->sets[set].kind == ALIKE_CLASS;
	return all->owner_count++;
}

static int text_order(const void *a, const void *b)
{
	const AlikeText *x = a, *y = b;

	return x->lab != y->lab ? (x->lab > y->lab) - (x->lab < y->lab)
				: (x->owner > y->owner) - (x->owner < y->owner);
}

void alike_sort(Alike *all)
{
	if (all->text_count > 0)
		qsort(all->texts, (size_t)all->text_count, sizeof *all->texts, text_order);
}

AlikeText *alike_text(const Alike *all, int owner, int lab)
{
	const AlikeText wanted = {.owner = owner, .lab = lab};

	return all->text_count == 0 ? NULL
				    : bsearch(&wanted, all->texts, (size_t)all->text_count,
					      sizeof wanted, text_order);
}

void alike_release(Alike *all)
{
	for (int i = 0; i < all->set_count; i++)
		free(all->sets[i].name);
	for (int i = 0; i < all->owner_count; i++) {
		free(all->owners[i].name);
		free(all->owners[i].folder);
	}
	for (int i = 0; i < all->text_count; i++)
		text_release(&all->texts[i]);
	free(all->sets);
	free(all->owners);
	free(all->texts);
	memset(all, 0, sizeof *all);
}
