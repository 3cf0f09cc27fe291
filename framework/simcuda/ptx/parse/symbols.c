/* symbols.c - names, in scopes that end in the reverse of the order in which they began. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

static uint32_t hash_of(const char *name, size_t length)
{
	uint32_t hash = 2166136261U;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619U;
	return hash % SYMBOL_BUCKETS;
}

Symbol *symbol_add(Parse *p, const char *name, size_t length, SymbolKind kind)
{
	uint32_t bucket = hash_of(name, length);
	if (p->symbols == 0)
		p->symbols = 1; /* 0 is none */
	if (!PARSE_GROW(p, p->symbol, p->symbols, &p->symbol_room))
		return NULL;
	Symbol *symbol = &p->symbol[p->symbols];
	*symbol =
		(Symbol){.name = name, .length = length, .kind = kind, .under = p->bucket[bucket]};
	p->bucket[bucket] = p->symbols++;
	return symbol;
}

static Symbol *find_exact(Parse *p, const char *name, size_t length)
{
	for (uint32_t i = p->bucket[hash_of(name, length)]; i > 0; i = p->symbol[i].under)
		if (p->symbol[i].length == length && memcmp(p->symbol[i].name, name, length) == 0)
			return &p->symbol[i];
	return NULL;
}

/* "%r12" is number 12 of "%r". */
Symbol *symbol_find(Parse *p, const char *name, size_t length, uint32_t *number)
{
	Symbol *symbol = find_exact(p, name, length);
	uint64_t value = 0, unit = 1;
	*number = 0;
	if (symbol && symbol->count == 0)
		return symbol;
	for (size_t i = length; i > 1 && name[i - 1] >= '0' && name[i - 1] <= '9'; i--) {
		value += unit * (uint64_t)(name[i - 1] - '0');
		unit *= 10;
		if (unit > 10000000)
			return NULL;
		symbol = find_exact(p, name, i - 1);
		if (symbol && value < symbol->count && (name[i - 1] != '0' || i == length)) {
			*number = (uint32_t)value;
			return symbol;
		}
	}
	return NULL;
}

void symbol_scope_end(Parse *p, uint32_t symbols)
{
	while (p->symbols > symbols && p->symbols > 1) {
		const Symbol *last = &p->symbol[--p->symbols];
		p->bucket[hash_of(last->name, last->length)] = last->under;
	}
}
