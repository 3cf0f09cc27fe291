/* alike_shares.c - for tests and for docs/similarity.md: the share of each pair of submissions in a folder, and of each
 * with the solutions, without an index and whatever it is.
 *
 *	alike_shares FOLDER
 *
 * prints "LAB A B SHARE OWN COMMON OWN COMMON SCORE", a pair a line, with the tokens of A and of B; B is
 * "solutions" for those. -1 is a pair of which one has too little. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/report/alike/share.h"
#include "grader/report/alike/text.h"
#include "grader/setup/registry.h"

static char *load(const char *folder, const LabChecks *lab)
{
	char *path = text_new("%s/%s%s", folder, lab->name, lab_ending(lab));
	size_t bytes = 0;
	char *text = file_load(AT_FDCWD, path, 1 << 20, &bytes);

	if (text) {
		text = memory_grow(text, bytes + 1);
		text[bytes] = '\0';
	}
	free(path);
	return text;
}

static bool is_cuda(const LabChecks *lab)
{
	return strcmp(lab_ending(lab), ".cu") == 0;
}

static void owner_add(Alike *all, int set, const char *name, const char *folder)
{
	int owner = alike_owner_add(all, set, -1, text_new("%s", name), NULL);
	Names names;

	names_load(&names, ".");
	for (int i = 0; i < registry_count(); i++) {
		char *text = load(folder, registry_at(i)),
		     *stub = load("grader/stubs", registry_at(i));
		Numbers starter = {0};
		AlikeTokens tokens;

		if (text && stub) {
			alike_tokens_make(
				&tokens, &names,
				&(AlikeSource){.text = stub, .is_cuda = is_cuda(registry_at(i))});
			starter_add(&starter, &tokens);
			alike_tokens_release(&tokens);
			numbers_sort(&starter);
			alike_tokens_make(
				&tokens, &names,
				&(AlikeSource){.text = text, .is_cuda = is_cuda(registry_at(i))});
			all->texts = list_grown(all->texts, all->text_count, sizeof *all->texts);
			text_make(&all->texts[all->text_count++], owner,
				  atoi(registry_at(i)->name + 3), &tokens, &starter);
			alike_tokens_release(&tokens);
		}
		numbers_release(&starter);
		free(text);
		free(stub);
	}
	names_release(&names);
}

static void pairs_print(const Alike *all)
{
	for (int lab = 0; lab < ALIKE_LABS; lab++) {
		Often often, none = {.all = {0}};

		often_find(&often, all, 0, lab);
		for (int i = 0; i < all->text_count; i++)
			for (int k = i + 1; k < all->text_count; k++) {
				AlikeText *a = &all->texts[i], *b = &all->texts[k];
				int solution = all->owners[b->owner].set > 0;

				if (a->lab != lab || b->lab != lab)
					continue;

				text_weigh(a, solution ? &none : &often);
				text_weigh(b, solution ? &none : &often);

				AlikeShare share = share_of(a, b);

				printf("%d %s %s %d %zu %zu %zu %zu %d\n", lab,
				       all->owners[a->owner].name, all->owners[b->owner].name,
				       share.share, share.own[0], share.common[0], share.own[1],
				       share.common[1], share.score);
			}
		often_release(&often);
	}
}

int main(int argc, char **argv)
{
	struct dirent **list = NULL;
	int count = argc == 2 ? scandir(argv[1], &list, NULL, alphasort) : -1;
	Alike all = {.sets = NULL};

	if (count < 0)
		return fputs("alike_shares: expected a folder\n", stderr), 2;
	alike_set_add(&all, ALIKE_CLASS, "class");
	alike_set_add(&all, ALIKE_SOLUTION, "solutions");
	for (int i = 0; i < count; i++) {
		char *folder = text_new("%s/%s", argv[1], list[i]->d_name);

		if (list[i]->d_name[0] != '.')
			owner_add(&all, 0, list[i]->d_name, folder);
		free(folder);
		free(list[i]);
	}
	free(list);
	owner_add(&all, 1, "solutions", "solutions");
	alike_sort(&all);
	pairs_print(&all);
	alike_release(&all);
	return 0;
}
