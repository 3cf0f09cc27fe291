/* finds device_gpu_count, which it must not name, in the library's symbols */
/* --- body --- */
int (*counts)(void) = (int (*)(void))attack_find((void *)&device_text, "device_gpu_count");
return counts();
