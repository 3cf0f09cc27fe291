/* objects.c - object files and debug information that no compiler makes. */

/* 1.1 other_debug_file: refused take it out */
/* says that its debug information lies in a file of root's */
__asm__(".pushsection .gnu_debugaltlink,\"\",@progbits\n.asciz \"/etc/shadow\"\n.space 20\n.popsection");
/* --- body --- */
return 2;

/* 1.1 lines_without_end: fail */
/* has line numbers as large as they can be */
/* --- body --- */
#line 2147483647
int count = 0;
cudaGetDeviceCount(&count);
#line 1 "\"><script>"
return count + 1;

/* 1.1 debug_of_nonsense: fail */
/* puts noise into the debug information that messages are made of */
__asm__(".pushsection .debug_info,\"\",@progbits\n.4byte 0x7fffffff\n.2byte 5\n.byte 1,8\n.4byte 0xffffffff\n"
	".rept 5000\n.byte 0x81\n.endr\n.popsection\n.pushsection .debug_abbrev,\"\",@progbits\n"
	".rept 5000\n.byte 0xff\n.endr\n.popsection");
/* --- body --- */
int *volatile nowhere = NULL;
return *nowhere;

/* 1.1 section_of_the_kit: fail */
/* has sections named as the drive's and the linker's, with other rights */
__asm__(".pushsection .data.rel.ro.lab_drives,\"aw\",@progbits\n.quad 0,0,0,0\n.popsection\n"
	".pushsection .text.startup.main,\"ax\",@progbits\n.byte 0xcc\n.popsection");
/* --- body --- */
return -7;

/* 1.1 symbol_of_a_version: refused to libraries */
/* gives a function of its own a version of write's */
__asm__(".globl other_write\nother_write:\n.symver other_write, write@@GLIBC_2.2.5");
/* --- body --- */
return 2;

/* 1.1 table_by_common: refused which belongs to */
/* has a common variable in the place of the table of drives */
__asm__(".comm lab_drives,64,8");
/* --- body --- */
return 2;

/* 1.1 begins_by_itself: refused take it out */
/* registers code that runs before the program */
static void before_1_1(void)
{
	attack_rewrite("count=2");
}
__attribute__((section(".init_array"), used)) static void (*const begin_1_1)(void) = before_1_1;
/* --- body --- */
return 2;

/* 1.1 loads_relocations: refused has a section .rela.plt, which no exercise needs */
/* has relocations of its own among the program's, by which the loader writes where they say and calls functions */
__asm__(".pushsection .rela.plt,\"a\"\n.quad 0,37,0\n.popsection");
/* --- body --- */
return 2;

/* 1.1 loads_in_another: refused has a section .rela.text, which no exercise needs */
/* the same in a section of another name, which the linker puts there too */
__asm__(".pushsection .rela.text,\"a\"\n.quad 0,8,0\n.popsection");
/* --- body --- */
return 2;

/* 1.1 loads_unloaded: refused has a section .rela.iplt, which no exercise needs */
/* the same in a section that is said not to be loaded */
__asm__(".pushsection .rela.iplt,\"\"\n.quad 0,37,0\n.popsection");
/* --- body --- */
return 2;

/* 1.1 table_of_the_linker: refused has a section .got.plt, which no exercise needs */
/* puts an entry into a table that the linker makes */
__asm__(".pushsection .got.plt,\"\"\n.quad 7\n.popsection");
/* --- body --- */
return 2;
