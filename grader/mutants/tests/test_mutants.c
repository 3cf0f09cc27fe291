/* test_mutants.c - the lexer, the regions, every operator, and the reviewed list. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/mutants/mutants.h"
#include "grader/mutants/survivors.h"

/* What is said on stderr is not looked at here. */
static int hush(void)
{
	int kept = dup(2), nowhere = open("/dev/null", O_WRONLY);

	assert_true(kept >= 0 && nowhere >= 0);
	dup2(nowhere, 2);
	close(nowhere);
	return kept;
}

static void unhush(int kept)
{
	dup2(kept, 2);
	close(kept);
}

/* --- the lexer -------------------------------------------------------------------------------- */

/* The tokens between single spaces, each behind the letter of its kind. */
static void lexes(const char *text, const char *wanted)
{
	char got[600] = "";
	size_t at = 0;
	Lexer lexer = {.text = text, .bytes = strlen(text), .directives = true};
	Token token;

	while (lexer_next(&lexer, &token))
		at += (size_t)snprintf(got + at, sizeof got - at, "%s%c:%.*s", at > 0 ? " " : "",
				       "n1cs.*#"[token.kind], (int)(token.end - token.begin),
				       text + token.begin);
	assert_string_equal(got, wanted);
}

static void test_lexer(void **state)
{
	(void)state;
	lexes("", "");
	lexes("a1_b", "n:a1_b");
	lexes("x<<=y->z++", "n:x .:<<= n:y .:-> n:z .:++");
	lexes("a- --b", "n:a .:- .:-- n:b");
	lexes("1.5e-3f+.5", "1:1.5e-3f .:+ 1:.5");
	lexes("0x1F 10u", "1:0x1F 1:10u");
	lexes("\"a\\\"b/*\"c", "s:\"a\\\"b/*\" n:c");
	lexes("'\\'''\"'", "c:'\\'' c:'\"'");
	lexes("/* \"x */a//b\nc", "*:/* \"x */ n:a *://b n:c");
	lexes("#define A \\\n1\nb # c", "#:#define A \\\n1 n:b .:# n:c");
	lexes("a \\\n b", "n:a n:b");
	lexes("/* open", "*:/* open");
	lexes("don't \"open\n\"", "n:don .:' n:t .:\" n:open .:\"");
	lexes("\"open\\", ".:\" n:open .:\\");
}

static void test_lines(void **state)
{
	static const int lines[] = {1, 1, 2, 4};
	Lexer lexer = {.text = "a /*\n*/ b\n\nc", .bytes = 12};
	Token token;
	(void)state;

	for (size_t i = 0; i < 4; i++) {
		assert_true(lexer_next(&lexer, &token));
		assert_int_equal(token.line, lines[i]);
	}
	assert_false(lexer_next(&lexer, &token));
}

/* --- sources ---------------------------------------------------------------------------------- */

static int refused(const char *text)
{
	Source source;
	int kept = hush(), bad = source_read(&source, "test", text) < 0;

	source_free(&source);
	unhush(kept);
	return bad;
}

static void test_refused(void **state)
{
	(void)state;
	assert_true(refused("/* SOLUTION 1.1 */ a;"));
	assert_true(refused("/* SOLUTION 1.1 */ /* SOLUTION 1.2 */"));
	assert_true(refused("/* STUB END */"));
	assert_true(refused("int f(void) { /* SOLUTION 1.1 */ a; /* STUB END */"));
	assert_true(refused("int f(void) ]"));
	assert_true(refused("void f(void) { /* SOLUTION 1.1 */ a = 1 /* STUB END */ }"));
	assert_false(refused("void f(void) { /* SOLUTION 1.1 */ a = 1; /* STUB END */ }"));
	assert_false(refused(""));
}

/* --- operators -------------------------------------------------------------------------------- */

#define BEFORE                                                                                     \
	"#define ONE 1 + 1\n/* a + b */ enum { RED, GREEN };\n"                                    \
	"typedef struct Pair { float *one, *two; int size; } Pair;\n"                              \
	"int f(int a, int b, const Tensor *x, Pair *p)\n{\n\tint before = 1 + 1;\n"                \
	"\t/* SOLUTION 3.2 */\n\t"
#define AFTER "\n\t/* STUB\n\treturn TODO(int, \"3.2\", 1 + 1);\n\tEND */\n}\nint h = 1 + 1;\n"

/* All mutants of the body that the operator makes, "|" between them; without the rest of the file,
 * which must be as it was. */
static char *mutants_of(const char *op, const char *body)
{
	char text[2000], *all = NULL;
	size_t bytes;
	FILE *out = open_memstream(&all, &bytes);
	Source source;
	Mutants mutants;

	assert_non_null(out);
	snprintf(text, sizeof text, BEFORE "%s" AFTER, body);
	assert_int_equal(source_read(&source, "test", text), 0);
	mutants_find(&mutants, &source);
	for (int i = 0, n = 0; i < mutants.count; i++) {
		char *whole = mutant_text(&source, &mutants.mutants[i]);
		size_t length = strlen(whole);

		assert_memory_equal(whole, BEFORE, sizeof BEFORE - 1);
		assert_string_equal(whole + length - (sizeof AFTER - 1), AFTER);
		assert_string_not_equal(whole, text);
		whole[length - (sizeof AFTER - 1)] = '\0';
		if (strcmp(mutants.mutants[i].op, op) == 0)
			fprintf(out, "%s%s", n++ ? "|" : "", whole + sizeof BEFORE - 1);
		free(whole);
	}
	fclose(out);
	mutants_free(&mutants);
	source_free(&source);
	return all;
}

#define WAIT "(void)(device_gpu_count() > 0 && cudaDeviceSynchronize())"

static const struct {
	const char *op, *body, *wanted;
} examples[] = {
	{"compare", "c = a < 0;", "c = a <= 0;"},
	{"compare", "g(a->b == c);", "g(a->b != c);"},
	{"compare", "if (a > b) ;", "if (a >= b) ;"},
	{"arithmetic", "c = a + b;", "c = a - b;"},
	{"arithmetic", "c = (size_t)a * sizeof *x;", "c = (size_t)a / sizeof *x;"},
	{"arithmetic", "Tensor *y = g(*x, &c);", ""},
	{"arithmetic", "g((void **)&c, -1, (a)-1);", "g((void **)&c, -1, (a)+1);"},
	{"arithmetic", "c += 2;", "c = 2;|c -= 2;"},
	{"logic", "c = a && !b;", "c = a || !b;|c = a && b;"},
	{"logic", "c = d & 3;", "c = d | 3;"},
	{"logic", "return -1;", "return 1;"},
	{"step", "for (; a < b; a++) c++;", "for (; a < b; a++) c--;"},
	{"constant", "c = 0;", "c = 1;"},
	{"constant", "c = 10u;", "c = 9u;|c = 11u;"},
	{"constant", "c = 1.5f;", "c = (1.5f + 1);"},
	{"constant", "c = 'x';", "c = ('x' + 1);"},
	{"constant", "char c[16] = \"1 + 1\"; /* 1 */", ""},
	{"constant", "g(\"1\\\"1\", x); // 1 + 1", ""},
	{"variable", "c = a;", "c = b;"},
	{"variable", "c = p->one;", "c = p->two;"},
	{"variable", "int c = 0; c = sizeof c + b;",
	 "int c = 0; a = sizeof c + b;|int c = 0; c = sizeof c + c;"},
	{"variable", "c = RED;", "c = GREEN;"},
	{"variable", "c = x;", ""},
	{"variable", "c = a(p->size);", ""},
	{"wait", "cudaDeviceSynchronize();", ";"},
	{"wait", "if (cudaStreamSynchronize(s) != 0) ;", "if (cudaSuccess != 0) ;"},
	{"wait", "c = device_synchronize(d);", "c = 0;"},
	{"subset", "for (int i = 0; i < a; i++) cudaDeviceSynchronize();",
	 "for (int i = 0; i < a; i++) { if (i < 2) cudaDeviceSynchronize(); }|"
	 "for (int i = 0; i < a; i++) { if (i == 0 || i == a - 1) cudaDeviceSynchronize(); }|"
	 "for (int i = 0; i < a; i++) { if (i == a - 1) cudaDeviceSynchronize(); }"},
	{"subset", "for (b = 1, c = 0; c < a + 1 && b; c++) { g(c, a); b &= h(c) || wait_for(c); }",
	 "for (b = 1, c = 0; c < a + 1 && b; c++) { g(c, a); b &= h(c) || (c < 2 ? wait_for(c) : "
	 "0); "
	 "}|for (b = 1, c = 0; c < a + 1 && b; c++) { g(c, a); b &= h(c) || (c == (a + 1) - 1 ? "
	 "wait_for(c) : 0); }|for (b = 1, c = 0; c < a + 1 && b; c++) { g(c, a); b &= h(c) || (c "
	 "== 0 "
	 "|| c == (a + 1) - 1 ? wait_for(c) : 0); }"},
	{"subset", "for (int i = 0; i < a; i++) if (b) g(a, i); else for (;;) wait();", ""},
	{"subset", "for (int i = 1; i < a; i++) wait(); for (int i = 0; i < a; i += 2) wait();",
	 ""},
	{"subset", "for (int i = 0; i < 2; i++) wait();", ""},
	{"subset", "for (int i = 0; i < a; i++) g(i, b); wait(); while (a) wait();", ""},
	{"device", "y = g(x, device_cpu());", "y = g(x, device_gpu(0));"},
	{"device", "y = g(x, device_gpu(a));", "y = g(x, device_cpu());"},
	{"stream", "cudaMemcpyAsync(a, b, 1, p->stream);", "cudaMemcpyAsync(a, b, 1, 0);"},
	{"stream", "cudaStreamCreate(&p->stream);", ""},
	{"kind", "g(cudaMemcpyHostToDevice);", "g(cudaMemcpyDeviceToHost);"},
	{"room", "p = malloc(a * 4);",
	 "p = malloc((a * 4) - 1);|p = malloc((a * 4) - sizeof(float));"},
	{"room", "p = calloc(a, b);", "p = calloc((a) - 1, b);"},
	{"room", "p = realloc(p, a);",
	 "p = realloc(p, (a) - 1);|p = realloc(p, (a) - sizeof(float));"},
	{"room", "malloc(); free(p); g(malloc);", ""},
	{"call", "if (cudaSetDevice(a) == 0) ;", "if (cudaSuccess == 0) ;"},
	{"call", "c = tensor_add(x, x);", "c = 0;"},
	{"call", "cudaSetDevice(a);", ""},
	{"arguments", "g(a, b + 1, h(b));", "g(b + 1, a, h(b));|g(a, h(b), b + 1);"},
	{"arguments", "g(); g(a); g(a, a); tensor_add(x, p);", ""},
	{"return", "return a;", "return 0;"},
	{"return", "return 0;", ""},
	{"return", "return NULL;", ""},
	{"drop", "c = 1; int d = 2;", "; int d = 2;"},
	{"drop", "if (a) return 1; else { c = 2; }",
	 "if (a) ; else { c = 2; }|if (a) return 1; else { ; }"},
	{"drop", "for (;;) { break; }", "for (;;) { ; }"},
	{"drop", "do g(a, a); while (b);", "do ; while (b);"},
	{"condition", "if (a && b) ;", "if (!(a && b)) ;"},
	{"condition", "if (a == b) ;", ""},
	{"condition", "while (a) ;", "while (0) ;"},
	{"condition", "for (; a < b;) ;", "for (; 0;) ;"},
	{"condition", "for (;;) ;", ""},
	{"operand", "if (a || b) ;", "if (0 || b) ;|if (a || 0) ;"},
	{"operand", "c = a && g(b, 1);", "c = 1 && g(b, 1);|c = a && 1;"},
	{"operand", "return a && b || x;",
	 "return 1 && b || x;|return 0 || x;|return a && 1 || x;|return a && b || 0;"},
	{"choice", "c = a ? b : x;", "c = a ? (x) : (b);"},
	{"choice", "g(a ? 1 : 2, b);", "g(a ? (2) : (1), b);"},
	{"unchecked", "if (cudaFree(a) != cudaSuccess) ;",
	 "if ((cudaFree(a), cudaSuccess) != cudaSuccess) ;"},
	{"unchecked", "bool c = cublasSnrm2(h, 1) == 0;",
	 "bool c = (cublasSnrm2(h, 1), CUBLAS_STATUS_SUCCESS) == 0;"},
	{"unchecked", "if (g(a) < 0) ;", "if ((g(a), 0) < 0) ;"},
	{"unchecked", "cudaFree(a); return g(a); c = cudaGetLastError() || g(a) < 1;", ""},
	{"uncleared", "return cudaGetLastError();", "return cudaPeekAtLastError();"},
	{"uncleared", "cudaGetLastError();", ""},
	{"undone", "bool good = a; cudaSetDevice(a);",
	 "bool good = a; if (good) { cudaSetDevice(a); }"},
	{"undone", "cudaError_t e = a; int status = 0; free(p);",
	 "cudaError_t e = a; int status = 0; if (e == 0) { free(p); }|"
	 "cudaError_t e = a; int status = 0; if (status == 0) { free(p); }"},
	{"undone", "free(p); bool good = a; g(p);", ""},
	{"waits", "for (;;) c++;", ""},
	{"waits", "c = a; for (;;) g(a); while (b) { g(b); }",
	 "c = a; for (;;) { " WAIT "; g(a); } while (b) { g(b); }|"
	 "c = a; for (;;) g(a); while (b) { " WAIT "; g(b); }"},
	{"waits", "int c = 0; if (a) { cudaMemcpyAsync(a, b, p->stream); }",
	 "int c = 0; if (a) { cudaStreamSynchronize(p->stream); cudaMemcpyAsync(a, b, p->stream); "
	 "}"},
	{"all", "Device d = g(a); y = tensor_rows(x, a, b);",
	 "Device d = g(a); y = ({ Tensor *all = tensor_as_in_device((Tensor *)(x), d), *part = "
	 "tensor_rows(all, a, b); tensor_free(all); part; });"},
	{"all", "y = tensor_from_host(SHAPE(a, b), t, x + c * b, d);",
	 "y = ({ Tensor *all = tensor_from_host(SHAPE((c * b) / (b) + (a), b), t, x, d), *part = "
	 "tensor_rows(all, (c * b) / (b), a); tensor_free(all); part; });"},
	{"all", "y = tensor_from_host(SHAPE(a), t, x + c, d);",
	 "y = ({ Tensor *all = tensor_from_host(SHAPE((c) / (1) + (a)), t, x, d), *part = "
	 "tensor_rows(all, (c) / (1), a); tensor_free(all); part; });"},
	{"all", "y = tensor_rows(x, a, b); y = tensor_from_host(s, t, x, d);", ""},
	{"twice", "c = cudaMemcpy(a, b);", "c = (cudaMemcpy(a, b), cudaMemcpy(a, b));"},
	{"sometimes", "g(p);",
	 "{ if (a % 2 == 0) g(p); }|{ if (b % 2 == 0) g(p); }|"
	 "{ static unsigned turn; if (turn++ % 2 == 0) g(p); }|"
	 "{ static unsigned turn; if (turn++ > 0) g(p); }"},
	{"sometimes", "{ int failed = 0; x = cudaFree(p) + cudaMalloc(p); }",
	 "{ int failed = 0; x = cudaFree(p) + __extension__({ a % 2 == 0 ? cudaMalloc(p) : "
	 "cudaSuccess; }); }|"
	 "{ int failed = 0; x = cudaFree(p) + __extension__({ b % 2 == 0 ? cudaMalloc(p) : "
	 "cudaSuccess; }); }|"
	 "{ int failed = 0; x = cudaFree(p) + __extension__({ static unsigned turn; turn++ % 2 == "
	 "0 ? cudaMalloc(p) : cudaSuccess; }); }|"
	 "{ int failed = 0; x = cudaFree(p) + __extension__({ static unsigned turn; turn++ > 0 ? "
	 "cudaMalloc(p) : cudaSuccess; }); }"},
	{"sometimes", "tensor_free(p); Tensor *y = g(p);", ""},
	{"index", "c = blockIdx.x + gridDim;",
	 "c = threadIdx.x + gridDim;|c = blockIdx.y + gridDim;"},
	{"index", "c = a.x;", ""},
	{"atomic", "atomicAdd(&p[a], b);", "*(&p[a]) += b;"},
	{"atomic", "atomicAdd(p);", ""},
	{"shared", "__shared__ float t[2];", " float t[2];"},
	{"shared", "extern __shared__ float t[];", ""},
	{"barrier", "__syncthreads();", "if (threadIdx.x > 0) __syncthreads();|__syncwarp();"},
	{"twice", "y = tensor_as_in_device(x, d);",
	 "y = (tensor_free(tensor_as_in_device(x, d)), tensor_as_in_device(x, d));"},
};

static void test_operators(void **state)
{
	int bad = 0;

	(void)state;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		char *got = mutants_of(examples[i].op, examples[i].body);

		if (strcmp(got, examples[i].wanted) != 0) {
			print_error("%s of \"%s\": wanted %s, got %s\n", examples[i].op,
				    examples[i].body, examples[i].wanted, got);
			bad++;
		}
		free(got);
	}
	assert_int_equal(bad, 0);
}

/* Each operator must have an example above that it changes. */
static void test_every_operator_has_an_example(void **state)
{
	static const Operator *const sets[] = {operators_of_calls,      operators_of_tokens,
					       operators_of_statements, operators_of_failures,
					       operators_of_waste,      operators_of_subsets,
					       operators_of_kernels,    operators_of_sometimes};

	(void)state;
	for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
		for (const Operator *o = sets[s]; o->name; o++) {
			int found = 0;

			for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
				found |= strcmp(examples[i].op, o->name) == 0 &&
					 examples[i].wanted[0] != '\0';
			assert_true(found);
		}
	}
}

static void test_helpers(void **state)
{
	const char *text = "/* SOLUTION */\nstatic const int most = 1;\nstatic int g(int a)\n{\n"
			   "\treturn a;\n}\n/* STUB END */\n";
	Source source;
	Mutants mutants;
	char *whole;

	(void)state;
	assert_int_equal(source_read(&source, "test", text), 0);
	mutants_find(&mutants, &source);
	assert_int_equal(mutants.count, 2); /* dropped, and 0 */
	assert_string_equal(mutant_exercise(&source, &mutants.mutants[0]), "helper");
	assert_true(mutant_region(&source, &mutants.mutants[0])->is_shared);
	whole = mutant_text(&source, &mutants.mutants[1]);
	assert_non_null(strstr(whole, "const int most = 1;"));
	free(whole);
	mutants_free(&mutants);
	source_free(&source);
}

/* With kernels an exercise holds whole functions, and a file of C does not. */
static void test_kernels(void **state)
{
	const char *text = "/* SOLUTION 1.1 */\n__global__ void g(float *x)\n{\n\tx[0] = 0;\n}\n"
			   "extern \"C\" int f(float *x)\n{\n\tg<<<1, 1>>>(x);\n\treturn 0;\n}\n"
			   "/* STUB\nEND */\n";
	Source source;
	Mutants mutants;

	(void)state;
	assert_true(refused(text));
	assert_int_equal(source_read(&source, "lab1_test.cu", text), 0);
	mutants_find(&mutants, &source);
	assert_true(mutants.count > 2); /* both statements dropped, and the constants */
	assert_string_equal(mutant_exercise(&source, &mutants.mutants[0]), "1.1");
	assert_int_equal(mutants.mutants[0].line, 4);
	assert_int_equal(mutants.mutants[mutants.count - 1].line, 9);
	mutants_free(&mutants);
	source_free(&source);
}

/* In kernels a race is made where a number is even, and what shows in the numbers is not. */
static void test_kernels_sometimes(void **state)
{
	static const char *const wanted[] = {
		"if (n % 2 == 0) { if (threadIdx.x > 0) __syncthreads(); } else { __syncthreads(); "
		"}",
		"if (n % 2 == 0) { __syncwarp(); } else { __syncthreads(); }",
	};
	const char *text = "/* SOLUTION 1.1 */\n__global__ void g(float *x, int n)\n{\n"
			   "\tx[0] = n + 1;\n\t__syncthreads();\n\tint late = 0;\n}\n"
			   "/* STUB\nEND */\n";
	Source source;
	Mutants mutants;
	size_t found = 0;

	(void)state;
	assert_int_equal(source_read(&source, "lab1_test.cu", text), 0);
	mutants_find(&mutants, &source);
	for (int i = 0; i < mutants.count; i++) {
		const Mutant *m = &mutants.mutants[i];

		if (strcmp(m->op, "sometimes") != 0)
			continue;
		char *whole = mutant_text(&source, m);

		assert_int_equal(m->line, 5);
		assert_true(strstr(whole, wanted[0]) || strstr(whole, wanted[1]));
		assert_non_null(strstr(whole, "x[0] = n + 1;"));
		free(whole);
		found++;
	}
	assert_int_equal(found, sizeof wanted / sizeof *wanted);
	mutants_free(&mutants);
	source_free(&source);
}

/* An exercise that another one calls has to be graded with all of the lab. */
static void test_shared(void **state)
{
	const char *text = "int f(int a)\n{\n/* SOLUTION 1.1 */\nreturn a;\n/* STUB END */\n}\n"
			   "int g(int a)\n{\n/* SOLUTION 1.2 */\nreturn f(a);\n/* STUB END */\n}\n";
	Source source;

	(void)state;
	assert_int_equal(source_read(&source, "test", text), 0);
	assert_int_equal(source.region_count, 2);
	assert_true(source.regions[0].is_shared);
	assert_false(source.regions[1].is_shared);
	source_free(&source);
}

static void test_excerpt(void **state)
{
	Source source;
	Mutants mutants;
	char *was, *is;

	(void)state;
	assert_int_equal(source_read(&source, "test", BEFORE "g(a,\n\t  \"b\");" AFTER), 0);
	mutants_find(&mutants, &source);
	assert_int_equal(mutants.count, 7);
	mutant_excerpt(&source, &mutants.mutants[0], &was, &is);
	assert_string_equal(was, "g(a, \"b\");");
	assert_string_equal(is, ";");
	free(was);
	free(is);
	mutants_free(&mutants);
	source_free(&source);
}

/* --- the list --------------------------------------------------------------------------------- */

/* 0 when the text is read as a list. */
static int list_read(Survivors *list, const char *text)
{
	char path[] = "/tmp/survivors-XXXXXX";
	int fd = mkstemp(path), kept, bad;
	ssize_t put = write(fd, text, strlen(text));

	assert_int_equal(put, (ssize_t)strlen(text));
	close(fd);
	kept = hush();
	bad = survivors_read(list, path);
	unhush(kept);
	unlink(path);
	return bad;
}

#define ENTRY "3.2  drop\n    was  a;\n    is   ;\n"

static void test_list(void **state)
{
	static const char *const damaged[] = {
		ENTRY,                                    /* no reason */
		"3.2  drop\n    was  a;\n    equal  x\n", /* no is */
		"3.2  drop\n    is   ;\n",
		"3.2\n",
		"drop\n",
		"    was  a;\n",
		"3.2  drop\n    was\n",
		ENTRY "    why  x\n",
		ENTRY "    equal\n",
		ENTRY "3.3  drop\n    was  a;\n4.4  drop\n",
	};
	Survivors list;

	(void)state;
	for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
		assert_int_equal(list_read(&list, damaged[i]), -1);
		survivors_free(&list);
	}
	assert_int_equal(list_read(&list, "# none\n\n"), 0);
	survivors_free(&list);
	assert_int_equal(list_read(&list, ENTRY ENTRY "    equal  x\nlab 3  drop\n    was  b;\n"
						      "    is   ;\n    accept  y\n"),
			 0);
	assert_int_equal(list.count, 3);
	assert_string_equal(list.list[0].why, "x");
	assert_true(list.list[1].is_equal);
	assert_false(list.list[2].is_equal);

	/* two equal mutants need two entries */
	Survivor *one = survivors_find(&list, 3, "3.2", "drop", "a;", ";");

	assert_ptr_equal(one, &list.list[0]);
	one->claimed = 1;
	assert_ptr_equal(survivors_find(&list, 3, "3.2", "drop", "a;", ";"), &list.list[1]);
	assert_ptr_equal(survivors_find(&list, 3, "helper", "drop", "b;", ";"), &list.list[2]);
	assert_null(survivors_find(&list, 2, "helper", "drop", "b;", ";"));
	assert_null(survivors_find(&list, 3, "3.2", "return", "a;", ";"));
	survivors_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lexer),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_operators),
		cmocka_unit_test(test_helpers),
		cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_kernels_sometimes),
		cmocka_unit_test(test_shared),
		cmocka_unit_test(test_excerpt),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_every_operator_has_an_example),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
