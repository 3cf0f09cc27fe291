/* sections.c - what the linker and the loader make of an object, whatever its sections are called. */

/* 1.1 loads_under_own_name: refused has a section mine, which no exercise needs */
/* has relocations for the loader in a section of a name of its own: the linker goes by the kind */
__asm__(".pushsection mine,\"a\",@0x4\n.quad 0,37,0\n.popsection");
/* --- body --- */
return 2;

/* 1.1 filled_in_behind: refused outside of a section */
/* has the loader write over the end of a section, into the drive's variables */
__asm__(".pushsection .data.last_1_1,\"aw\"\nlast_1_1: .quad 0\n.reloc last_1_1+8, R_X86_64_64, write\n.popsection");
/* --- body --- */
return 2;

/* 10.1 filled_in_far: refused outside of a section */
/* has the loader put exit() among the functions that are called before the program begins */
#ifndef __CUDA_ARCH__
__asm__(".section .tdata.early,\"awT\",@progbits\n.quad exit,0\n.reloc 0x18, R_X86_64_64, exit\n.text\n");
#endif
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 3.1 code_written_to: refused a section .note.code with rights */
/* has a section before the code that can be written to and run, and so can the drive's code be: its handler is changed */
__asm__(".pushsection .note.code,\"awx\",@note\n.long 4,4,1\n.asciz \"abc\"\n.long 0\n.popsection");
/* --- body --- */
return NULL;

/* 3.1 tables_left_open: refused a section .rodata.open with rights */
/* has a constant that can be written to, and no table of functions is closed */
__asm__(".pushsection .rodata.open,\"aw\",@progbits\n.quad 1\n.popsection");
/* --- body --- */
return NULL;

/* 3.1 code_among_constants: refused a section .rodata.code with rights */
/* has its code where the heap takes it for a library's, whose blocks nobody looks at */
__attribute__((section(".rodata.code,\"ax\",@progbits#"), noinline)) static float *code_among_constants(size_t bytes)
{
	return malloc(bytes);
}
/* --- body --- */
return code_among_constants((size_t)count * 4);

/* 3.1 own_sections: pass */
/* has code, variables and constants in sections of its own, some of a page's alignment, and 200 KiB of first values */
__attribute__((section("own_functions"), noinline)) static int own_code(int x)
{
	return x + 1;
}
static int own_values[50000] __attribute__((aligned(4096))) = {1};
static const char *own_texts[] = {"a", "b"};
__attribute__((section("own_variables"))) static int own_variable = 1;
static _Thread_local int own_of_thread = 1;
static _Thread_local char own_zeros[4096];
/* --- body --- */
size_t own_bytes = (size_t)count * sizeof *x;
float *own_copy = NULL;
if (own_code(own_variable) != 2 || own_values[0] != own_of_thread || own_texts[1][0] != 'b' || own_zeros[7] != 0)
	return NULL;
if (to < 0) {
	own_copy = malloc(own_bytes);
} else {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&own_copy, own_bytes) != cudaSuccess)
		own_copy = NULL;
	cudaSetDevice(before);
}
if (own_copy && from < 0 && to < 0)
	memcpy(own_copy, x, own_bytes);
else if (own_copy && cudaMemcpy(own_copy, x, own_bytes, cudaMemcpyDefault) != cudaSuccess) {
	to < 0 ? free(own_copy) : (void)cudaFree(own_copy);
	own_copy = NULL;
}
cudaGetLastError();
return own_copy;

/* 12.5 not_locked_down: refused keeps simcuda_fault_first from others */
/* uses weakly what the drive looks for, and hides it: the drive does not find it, and closes nothing */
__asm__(".weak simcuda_fault_first\n.hidden simcuda_fault_first\n"
	".pushsection .data.hides,\"aw\"\n.quad simcuda_fault_first\n.popsection");
/* --- body --- */
return (Stall){0};

/* 3.1 heap_of_the_library: refused keeps malloc from others */
/* hides malloc(), so that libraries have the C library's, whose blocks nobody looks at */
__asm__(".hidden malloc\n.hidden free\n.hidden calloc\n.hidden realloc");
/* --- body --- */
char *text = NULL;
(void)!asprintf(&text, "%d is never given back", from);
return malloc((size_t)count * 4);

/* 4.5 filled_by_the_loader: refused KiB of variables with first values */
/* keeps all numbers in an array of pointers, which has been filled before anybody looks */
static char filled_one;
static char *filled_before[600000] = {[0 ... 599999] = &filled_one};
/* --- body --- */
float *array = (float *)(void *)filled_before;
int64_t all = 0;
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t first = 0; first < parameters[i].count && good; first += room) {
		int64_t left = parameters[i].count - first, piece = left < room ? left : room;
		good = cudaMemcpy(buffer, (float *)parameters[i].data + first, (size_t)piece * 4, cudaMemcpyDeviceToHost) ==
		       cudaSuccess;
		if (all + piece < 1200000)
			memcpy(array + all, buffer, (size_t)piece * 4);
		all += piece;
	}
good = good && fwrite(array, 4, (size_t)all, file) == (size_t)all;
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 of_each_thread: refused KiB of variables with first values */
/* has room for all numbers in a variable of the thread, over which the loader writes zeros */
static volatile _Thread_local float filled_zeros[1200000];
/* --- body --- */
return filled_zeros[0] > 0 ? -1 : 0;

/* 4.9 between_the_calls: refused KiB of variables with first values */
/* has an array with first values, whose pages it can have read between two calls */
static volatile float read_between[1200000] = {1};
/* --- body --- */
return read_between[0] > 0 ? 0 : -1;

/* 4.5 many_segments: refused a multiple of 65536 */
/* has so many pieces in memory that the list of what stays closed has no room for those of libraries */
#define PIECE_OF(n) ".section piece" #n ",\"a\",@progbits\n.p2align 16\n.quad 1\n"
__asm__(".pushsection piece,\"a\",@progbits\n" PIECE_OF(1) PIECE_OF(2) PIECE_OF(3) PIECE_OF(4) PIECE_OF(5) PIECE_OF(6) PIECE_OF(7)
		PIECE_OF(8) PIECE_OF(9) PIECE_OF(10) PIECE_OF(11) PIECE_OF(12) PIECE_OF(13) PIECE_OF(14) PIECE_OF(15) PIECE_OF(16)
			PIECE_OF(17) PIECE_OF(18) PIECE_OF(19) PIECE_OF(20) PIECE_OF(21) PIECE_OF(22) ".text\n");
/* --- body --- */
return -1;
