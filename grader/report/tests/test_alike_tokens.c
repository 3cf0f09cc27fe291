/* test_alike_tokens.c - which texts are the same program in other words, layout, bytes and macros; and texts that were
 * made to harm whoever reads them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/text.h"
#include "grader/report/alike/tokens.h"

#define LONG_NAME                                                                                  \
	"a_name_that_is_so_long_that_nobody_would_write_it_but_to_have_it_taken_for_two_or_three_" \
	"of_them_by_whoever_reads_a_bounded_number_of_bytes_of_a_name_at_once_and_then_the_"       \
	"others_"                                                                                  \
	"as_another_name_of_the_very_same_text"

static uint64_t draw(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static AlikeTokens tokens_of(const char *source)
{
	AlikeTokens tokens;
	Names names;

	names_load(&names, ".");
	alike_tokens_make(&tokens, &names, &(AlikeSource){.text = source});
	names_release(&names);
	return tokens;
}

static bool same_shapes(const char *one, const char *other)
{
	AlikeTokens a = tokens_of(one), b = tokens_of(other);
	bool same = a.count == b.count;

	for (size_t i = 0; same && i < a.count; i++)
		same = a.list[i].shape == b.list[i].shape;
	alike_tokens_release(&a);
	alike_tokens_release(&b);
	return same;
}

/* What does not change what a program does, and what does. */
static void test_shapes(void **state)
{
	static const struct {
		const char *one, *other;
		bool same;
	} cases[] = {
		{"int f(int a)\n{\n\treturn a + 1;\n}\n", "long g ( long b ) { return b+22; } // x",
		 true},
		{"x = y;", "/* a */ total = /* b */ part;", true},
		{"if (a) { b(); }", "if (c)\n\td();", true},
		{"const char *t = \"a\";", "char *u = \"bcd\";", true},
		{"p = NULL;", "p = 0;", true},
		{"cudaMemcpy(a, b, c, d);", "cudaMemset(a, b, c, d);", false},
		{"tensor_free(x);", "tensor_retain(x);", false},
		{"a = b + c;", "a = b - c;", false},
		{"while (a) b();", "for (a) b();", false},
		{"malloc(a)", "helper(a)", false},
		{"#include <stdio.h>\nint a;", "int a;", true},
		{"#define A(x) f(x)\n", "", true},
		/* the same program in other bytes */
		{"cudaMalloc(a);", "cuda\\\nMalloc(a);", true},
		{"cudaMalloc(a);",
		 "cuda?"
		 "?/ \nMalloc(a);",
		 true},
		{"f(a[1]) { b = {1}; }", "f(a<:1:>) <% b = <%1%>; %>", true},
		{"f(a[1]) { b = {1}; }",
		 "f(a?"
		 "?(1?"
		 "?)) ?"
		 "?< b = ?"
		 "?<1?"
		 "?>; ?"
		 "?>",
		 true},
		{"a = b;", "caf\xc3\xa9 = $b$;", true},
		{"a = b;", "\\u00e9t\\U000000e9 = b;", true},
		{"a = b;", LONG_NAME " = b;", true},
		{"f(\"a\");", "f(\"" LONG_NAME LONG_NAME " ( ( (\");", true},
		{"f(\"a\", b);", "f(\"a\\\"\" \"b\" /* x */ \"//\", b);", true},
		{"a = '\\''; b = 1;", "a = 'x'; b = 2;", true},
		{"a = b; /*\\*/ c = d;", "a = b; c = d;", true},
		{"a = b; // \\\nf(x)\nc = d;", "a = b; c = d;", true},
		/* as details.json has white space that no page would show */
		{"a = b;", "a\\x0c=\\x00b\\x0d\n;\\x0b", true},
		{"cudaMalloc(a);", "cuda\\\\x0d\nMalloc(a);", true},
		{"a = b;", "a = b; // \\x0d\n", true},
		{"a = b;", "a\\xe2\\x80\\x8bb = \\xe2\\x80\\xaec;", true},
		/* macros */
		{"cudaMalloc(a);", "#define M cudaMalloc\nM(a);", true},
		{"cudaMalloc(a);", "%:define M cudaMalloc\nM(a);", true},
		{"cudaMalloc(a);", "#define N M\n#define M cudaMalloc\nN(a);", true},
		{"if (a) { b(1); }", "#define IF(x) if (x)\n#define DO b(1);\nIF(a) { DO }", true},
		{"f(int a) { b(); }", "#define BEGIN {\n#define END }\nf(int a) BEGIN b(); END",
		 true},
		{"a = f(b, (c, d)) + g(e);", "#define A(x, y) f(x, y) + g\na = A(b, (c, d))(e);",
		 true},
		{"a = f(f(b));", "#define F(x) f(x)\na = F(F(b));", true},
		{"a = b; c = d;", "a = b;\n#define JUNK ( ( (\nc = d;", true},
		{"a = A + 1;", "#define A (A + 1)\na = A;", false},
		{"a = (b + 1);", "#define A (A + 1)\na = A;", true},
		{"a = b;", "#define A b\n#undef A\na = A;", true},
		{"a(1);", "#define A(\na(1);", true},
		{"a = A;", "#define A(x) x\na = A;", true},
		{"if (a) { b(1); }", "__extension__ if (__extension__ a) { b(__extension__ 1); }",
		 true},
		{"int a;", "auto __const int a;", true},
		/* what is left out */
		{"a = b;", "#if 0\n( ( it's (\n#endif\na = b;", true},
		{"a = b;", "#if 1\na = b;\n#else\n( (\n#endif", true},
		{"a = b;",
		 "#if (0)\n#if 1\n(\n#endif\n#elif 1\na = b;\n#elif 1\n(\n#else\n(\n#endif", true},
		{"a = b;", "#ifdef never\n(\n#endif\na = b;", true},
		{"a = b;", "#define X\n#if !defined(X)\n(\n#else\na = b;\n#endif", true},
		{"( a = b;", "#ifdef __GNUC__\n(\n#else\na = b;\n#endif", true},
		{"a = b;", "#if 0b00\n(\n#else\na = b;\n#endif", true},
		{"a = b;", "#if 0x0UL\n(\n#elif 0B10u\na = b;\n#endif", true},
		{"( a = b;", "#if 0b\n(\n#else\na = b;\n#endif", true},
		/* a return alone ends a line */
		{"a = b;", "// x\ra = b;", true},
		{"a = b;", "// x\\x0da = b;", true},
		{"a = b; c = d;", "#define A b\ra = A; // x\rc = d;", true},
		/* all arguments */
		{"f(a, b); c = d;", "#define A(...) __VA_ARGS__\nA(f(a, b); c = d;)", true},
		{"f(a, b); c, d;", "#define A(x, y...) x y\nA(f(a, b);, c, d;)", true},
		{"f(1);", "#define A(x, ...) f(x)\nA(1, (2), 3);", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (same_shapes(cases[i].one, cases[i].other) != cases[i].same)
			fail_msg("%s | %s", cases[i].one, cases[i].other);
}

static AlikeTokens tokens_of_cuda(const char *source)
{
	AlikeTokens tokens;
	Names names;

	names_load(&names, ".");
	alike_tokens_make(&tokens, &names, &(AlikeSource){.text = source, .is_cuda = true});
	names_release(&names);
	return tokens;
}

/* C++ has other numbers and strings. */
static void test_cpp(void **state)
{
	static const char *const same[] = {
		"a = 10; b = 2; c = 10; d = \"x\";",
		"a = 1'0; b = 2; c = 0x1'0; d = \"x\";",
		"a = 10; b = 2; c = 10; d = R\"(\")\";",
		"a = 10; b = 2; c = 10; d = u8R\"y(\n)x\" ( )y\";",
	};
	AlikeTokens first = tokens_of_cuda(same[0]);

	(void)state;
	for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
		AlikeTokens other = tokens_of_cuda(same[i]);

		assert_int_equal(other.count, first.count);
		for (size_t k = 0; k < first.count; k++)
			assert_int_equal(other.list[k].shape, first.list[k].shape);
		alike_tokens_release(&other);
	}
	alike_tokens_release(&first);
}

#define TEN(x) x x x x x x x x x x
#define CODE   TEN("a = b + c; f(a, b);\n")

/* What could be another text to the compiler is told, and read as far as that is possible. */
static void test_doubt(void **state)
{
	static const struct {
		const char *text;
		bool in_doubt, is_read;
	} cases[] = {
		{"#ifdef stdin\n" CODE "#endif\n", true, true},
		{"#ifndef once\n#define once\n#include __FILE__\n#else\n" CODE "#endif\n", true,
		 true},
		{"#define a 1\n#pragma push_macro(\"a\")\n#undef a\n#pragma pop_macro(\"a\")\n"
		 "#ifdef a\n" CODE "#endif\n",
		 true, true},
		{"#ifdef never\na = b;\n#endif\n" CODE, false, true},
		{"#if 0\n" CODE "#endif\n", false, false},
		{"#ifdef __never\n} void f(void) {\n#endif\n" CODE, false, true},
		{"#define A(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) q\nA(1, 2)\n" CODE,
		 true, true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		AlikeTokens tokens = tokens_of(cases[i].text);

		if (tokens.in_doubt != cases[i].in_doubt ||
		    (tokens.count >= 100) != cases[i].is_read)
			fail_msg("%s", cases[i].text);
		alike_tokens_release(&tokens);
	}
}

/* Braces that nobody knows to be read take no function apart. */
static void test_doubtful_braces(void **state)
{
	AlikeTokens tokens = tokens_of("int f(void)\n{\na = b;\n#ifdef __never\n} void g(void) "
				       "{\n#endif\nc = d;\n}\n");

	(void)state;
	for (size_t i = 1; i < tokens.count; i++)
		if (!tokens.list[i].head && !tokens.list[i - 1].head)
			assert_int_equal(tokens.list[i].part, tokens.list[i - 1].part);
	alike_tokens_release(&tokens);
}

/* A macro that stands behind too many others is told. */
static void test_deep(void **state)
{
	char *source = text_new("#define m0 a = b;\n");

	(void)state;
	for (int i = 1; i < 60; i++) {
		char *longer = text_new("%s#define m%d m%d\n", source, i, i - 1);

		free(source);
		source = longer;
	}
	char *whole = text_new("%sm59\n", source);
	AlikeTokens tokens = tokens_of(whole);

	assert_true(tokens.in_doubt);
	alike_tokens_release(&tokens);
	free(whole);
	free(source);
}

/* Heads and bodies are parts of their own, and tokens between functions too. */
static void test_parts(void **state)
{
	static const char source[] =
		"enum { A, B };\nint f(int a)\n{\n\tif (a) { g(); }\n}\nint x;\n"
		"struct s { int a; };\nvoid h(void)\n{\n\tx = 1;\n}\n";
	static const struct {
		uint32_t line, head;
	} heads[] = {{1, 0}, {2, 1}, {4, 0}, {6, 0}, {7, 0}, {8, 1}, {10, 0}};
	AlikeTokens tokens = tokens_of(source);

	(void)state;
	for (size_t i = 0; i < tokens.count; i++) {
		const AlikeToken *token = &tokens.list[i];

		for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
			if (heads[k].line == token->line)
				assert_int_equal(token->head, heads[k].head);
		if (i > 0)
			assert_true(token->part >= token[-1].part);
		if (i > 0 && token->head != token[-1].head)
			assert_true(token->part > token[-1].part);
	}
	alike_tokens_release(&tokens);
}

/* Any bytes are read: the lines that are told are in the text, and parts never go back. */
static void test_any_bytes(void **state)
{
	static const char bytes[] = "{}(){;};\n\"'/*#define\\ax0.<>=-\t\xff\x01";
	uint64_t seed = 41;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		char source[64];
		size_t length = draw(&seed) % (sizeof source - 1);
		uint32_t lines = 1;

		for (size_t i = 0; i < length; i++) {
			source[i] = bytes[draw(&seed) % (sizeof bytes - 1)];
			lines += source[i] == '\n';
		}
		source[length] = '\0';

		AlikeTokens tokens = tokens_of(source);

		assert_true(tokens.count <= length);
		for (size_t i = 0; i < tokens.count; i++) {
			assert_in_range(tokens.list[i].line, i == 0 ? 1 : tokens.list[i - 1].line,
					lines);
			assert_true(i == 0 || tokens.list[i].part >= tokens.list[i - 1].part);
		}
		alike_tokens_release(&tokens);
	}
}

/* Texts that are made to be read for ever, or to become more than there is room for. */
static void test_exhaustion(void **state)
{
	static const struct {
		const char *head, *again;
	} cases[] = {
		{"", "\\\""},
		{"#define A(x) x\n", "A("},
		{"#define A(x) x\n", "A(A)"},
		{"#define A B B\n#define B C C\n#define C D D\n#define D\n", "A "},
		{"#define A B B B B\n#define B C C C C\n#define C D D D D\n#define D E E E "
		 "E\n#define E 1 "
		 "1 1 1\n",
		 "A "},
		{"", "\n#if 1"},
		{"", "\n#define A"},
		{"", "?"
		     "?/"},
		{"", "/*/"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t length = strlen(cases[i].again), at = strlen(cases[i].head);
		size_t size = (size_t)250 << 10;
		char *source = memory_new(size + 1);

		memcpy(source, cases[i].head, at);
		for (; at + length < size; at += length)
			memcpy(source + at, cases[i].again, length);

		AlikeTokens tokens = tokens_of(source);

		assert_true(tokens.count <= ALIKE_TOKENS_MOST * at);
		alike_tokens_release(&tokens);
		free(source);
	}
}

/* A macro that stands for very much, at the begin of a text: the others are read, and so is what is no macro. */
static void test_bomb(void **state)
{
	static const char bomb[] = "#define A B B B B B B B B\n#define B C C C C C C C C\n"
				   "#define C D D D D D D D D\n#define D 1 + 1 + 1 +\n"
				   "#define GIVE return\n#define CALL(x) cudaFree(x)\nA 0;\n";
	static const char text[] = "int f(void) { CALL(a); b = c - d; GIVE e; }";
	static const char plain[] = "int f(void) { cudaFree(a); b = c - d; return e; }";
	char *source = text_new("%s%s", bomb, text);
	AlikeTokens all = tokens_of(source), end = tokens_of(plain);

	(void)state;
	assert_true(all.count > end.count);
	for (size_t i = 1; i <= end.count; i++)
		assert_int_equal(all.list[all.count - i].shape, end.list[end.count - i].shape);
	alike_tokens_release(&all);
	alike_tokens_release(&end);
	free(source);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bomb),       cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_parts),      cmocka_unit_test(test_any_bytes),
		cmocka_unit_test(test_exhaustion), cmocka_unit_test(test_cpp),
		cmocka_unit_test(test_doubt),      cmocka_unit_test(test_doubtful_braces),
		cmocka_unit_test(test_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
