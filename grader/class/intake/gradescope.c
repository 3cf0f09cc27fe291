/* gradescope.c - libyaml makes a tree of the file; of that the few nodes are taken that are wanted. */
#include "grader/class/intake/gradescope.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/intake/nfc.h"

#define BYTES_MAX ((size_t)64 << 20)

/* The value of a key in a mapping; NULL: there is none, or it is no mapping. */
static yaml_node_t *value_of(yaml_document_t *tree, const yaml_node_t *map, const char *key)
{
	const yaml_node_pair_t *pair =
		!map || map->type != YAML_MAPPING_NODE ? NULL : map->data.mapping.pairs.start;

	for (; pair && pair < map->data.mapping.pairs.top; pair++) {
		const yaml_node_t *name = yaml_document_get_node(tree, pair->key);

		if (name && name->type == YAML_SCALAR_NODE &&
		    strcmp((const char *)name->data.scalar.value, key) == 0)
			return yaml_document_get_node(tree, pair->value);
	}
	return NULL;
}

/* "" for what is not there, or YAML's words for nothing. To be freed. */
static char *scalar_copy(yaml_document_t *tree, const yaml_node_t *map, const char *key)
{
	const yaml_node_t *node = value_of(tree, map, key);
	const char *text = !node || node->type != YAML_SCALAR_NODE
				   ? ""
				   : (const char *)node->data.scalar.value;

	return nfc_copy(strcmp(text, "~") == 0 || strcmp(text, "null") == 0 ? "" : text);
}

/* "2026-11-04 08:00:00.123456000 Z" without the fraction and the blank. */
static void when_read(const char *text, char when[40])
{
	size_t clock = strcspn(text, "."), zone = clock;

	if (clock < 19 || clock > 25)
		clock = zone = strnlen(text, 19);
	else
		zone += 1 + strspn(text + clock + 1, "0123456789");
	while (text[zone] == ' ')
		zone++;
	snprintf(when, 40, "%.*s%.10s", (int)clock, text, text + zone);
	if (strlen(when) > 10 && when[10] == ' ')
		when[10] = 'T';
}

static void submitters_read(yaml_document_t *tree, const yaml_node_t *list,
			    GradescopeSubmission *one)
{
	const yaml_node_item_t *item =
		!list || list->type != YAML_SEQUENCE_NODE ? NULL : list->data.sequence.items.start;

	for (; item && item < list->data.sequence.items.top; item++) {
		const yaml_node_t *each = yaml_document_get_node(tree, *item);

		one->submitters = list_grown(one->submitters, one->count, sizeof *one->submitters);
		one->submitters[one->count++] =
			(Submitter){.name = scalar_copy(tree, each, ":name"),
				    .id = scalar_copy(tree, each, ":sid"),
				    .email = scalar_copy(tree, each, ":email")};
	}
}

static int tree_read(Gradescope *all, yaml_document_t *tree, const char *path)
{
	const yaml_node_t *root = yaml_document_get_root_node(tree);
	const yaml_node_pair_t *pair;

	if (!root || root->type != YAML_MAPPING_NODE)
		return refuse("%s: line 1: expected submission_NNN: with :submitters:, as "
			      "Gradescope exports it",
			      path);
	for (pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++) {
		const yaml_node_t *name = yaml_document_get_node(tree, pair->key);
		const yaml_node_t *value = yaml_document_get_node(tree, pair->value);
		GradescopeSubmission *one;
		char *when;

		if (!name || name->type != YAML_SCALAR_NODE)
			continue;
		all->list = list_grown(all->list, all->count, sizeof *all->list);
		one = &all->list[all->count++];
		*one = (GradescopeSubmission){
			.folder = text_new("%s", (const char *)name->data.scalar.value)};
		submitters_read(tree, value_of(tree, value, ":submitters"), one);
		when = scalar_copy(tree, value, ":created_at");
		when_read(when, one->when);
		free(when);
		if (one->count == 0)
			return refuse("%s: line %zu: expected :submitters: of %s", path,
				      name->start_mark.line + 1, one->folder);
	}
	return 0;
}

static int text_read(Gradescope *all, const char *bytes, size_t size, const char *path)
{
	yaml_parser_t parser;
	yaml_document_t tree;
	int bad;

	if (!yaml_parser_initialize(&parser))
		return refuse("%s: out of memory", path);
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, size);
	if (yaml_parser_load(&parser, &tree)) {
		bad = tree_read(all, &tree, path);
		yaml_document_delete(&tree);
	} else {
		bad = refuse("%s: line %zu: %s; expected YAML, as Gradescope exports it", path,
			     parser.problem_mark.line + 1,
			     parser.problem ? parser.problem : "it cannot be read");
	}
	yaml_parser_delete(&parser);
	return bad;
}

int gradescope_read(Gradescope *all, const char *folder)
{
	char *path = text_new("%s/" GRADESCOPE_FILE, folder);
	size_t size;
	char *bytes = file_load(AT_FDCWD, path, BYTES_MAX, &size);
	int bad;

	*all = (Gradescope){.list = NULL};
	bad = bytes ? text_read(all, bytes, size, path)
		    : refuse("%s cannot be read: %s", path, strerror(errno));
	free(bytes);
	free(path);
	return bad;
}

const GradescopeSubmission *gradescope_find(const Gradescope *all, const char *folder)
{
	for (int i = 0; i < all->count; i++)
		if (strcmp(all->list[i].folder, folder) == 0)
			return &all->list[i];
	return NULL;
}

void gradescope_release(Gradescope *all)
{
	for (int i = 0; i < all->count; i++) {
		for (int k = 0; k < all->list[i].count; k++) {
			free(all->list[i].submitters[k].name);
			free(all->list[i].submitters[k].id);
			free(all->list[i].submitters[k].email);
		}
		free(all->list[i].submitters);
		free(all->list[i].folder);
	}
	free(all->list);
	*all = (Gradescope){.list = NULL};
}
