# pages.sh - submissions whose pages are looked at; to be read after kit.sh. REPORT is the program.
REPORT="$B/bin/usegpu page --build $B"

# hostile FOLDER: a lab 1 and a lab 3 that would like to be markup, and print it, too.
hostile() {
	mkdir -p "$1"
	{
		printf '/* </script></pre><script>alert(1)</script><img src=http://x.example/ onerror=a()> '
		printf '\342\200\256 turned \377 not UTF-8 \000 nul \033[31m red &amp; "q" */\n'
		cat solutions/lab1_devices.c
		printf '/* '
		head -c 100000 /dev/zero | tr '\0' x
		printf ' */\n'
	} >"$1/lab1_devices.c"
	{
		printf '#include <stdio.h>\n__attribute__((constructor)) static void evil(void)\n'
		printf '{\n\tputs("</pre><script>alert(2)</script>\\033[2J\\377");\n}\n'
		cat grader/stubs/lab3_copies.c
		printf 'int broken = "<b onclick=a()>" + ;\n'
	} >"$1/lab3_copies.c"
}
