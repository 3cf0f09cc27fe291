/* shown.c - code of the lab that a library calls before the exercise is; a first thread that ends; a file that is none. */

/* 1.1 shown_by_attribute: refused to libraries */
/* a function that libraries would find */
__attribute__((visibility("default"))) int answer_1_1(void);
int answer_1_1(void)
{
	return 2;
}
/* --- body --- */
return answer_1_1();

/* 1.1 shown_by_asm: refused to libraries */
/* the same by a name that the assembler makes */
__asm__(".data\n.globl answer_in_asm\nanswer_in_asm: .long 2\n.text\n");
/* --- body --- */
return 2;

/* 9.1 opens_the_page_behind: fail segmentation fault */
/* a child that was made before the program is locked down makes the page behind a block writable */
#include <dlfcn.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
static void *volatile wanted_9_1;
static volatile int opened_9_1;
static int opens_9_1(void *nothing)
{
	for (;;) {
		if (wanted_9_1) {
			opened_9_1 = mprotect(wanted_9_1, 4096, PROT_READ | PROT_WRITE) == 0 ? 1 : -1;
			wanted_9_1 = NULL;
		}
		usleep(100);
	}
	return nothing != NULL;
}
int _dl_find_object(void *pc, struct dl_find_object *result)
{
	static int (*real)(void *, struct dl_find_object *);
	static char stack[65536] __attribute__((aligned(16)));
	if (!real) {
		real = (int (*)(void *, struct dl_find_object *))dlsym(RTLD_NEXT, "_dl_find_object");
		clone(opens_9_1, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, NULL);
	}
	return real(pc, result);
}
/* --- body --- */
char *block = malloc(4096);
wanted_9_1 = (void *)(((uintptr_t)block + 4096 + 4095) / 4096 * 4096);
char *behind = (char *)(uintptr_t)wanted_9_1;
for (int i = 0; i < 100 && !opened_9_1; i++)
	usleep(1000);
behind[0] = 1;
free(block);
(void)replicas, (void)gpus, (void)count, (void)elements;
return -1;

/* 4.6 first_thread_ends: fail results are damaged */
/* the program goes on in another thread, so that nobody sees what it has open */
#include <pthread.h>
static void *resume_4_6[5];
static volatile int on_4_6;
static void *others_4_6(void *nothing)
{
	while (!on_4_6)
		;
	usleep(20000);
	__builtin_longjmp(resume_4_6, 1);
	return nothing;
}
/* --- body --- */
static int done, before;
pthread_t thread;
cudaGetDevice(&before);
if (!done++ && __builtin_setjmp(resume_4_6) == 0) {
	pthread_create(&thread, NULL, others_4_6, NULL);
	on_4_6 = 1;
	__asm__ volatile("syscall" : : "a"(60L), "D"(0L) : "rcx", "r11", "memory");
}
cudaSetDevice(before);
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, false);
good = good && fgetc(file) == EOF && !ferror(file); /* and stays open */
return good ? 0 : -1;

/* 4.5 watches_no_file: fail results are damaged */
/* answers the second round beforehand, and has the judge watch a file that is not there */
/* --- body --- */
uint32_t none = 0;
(void)parameters, (void)count, (void)buffer, (void)room, (void)path;
attack_done(3);
attack_frame(3, ATTACK_ROUND, "", &none, 4);
attack_frame(3, 25, "path", NULL, 0);
pause();
return -1;
