/* finds device_try_gpu, which it must not name, in the library's symbols */
/* --- body --- */
Device (*try)(int) = (Device (*)(int))attack_find((void *)&device_text, "device_try_gpu");
return try(index < 0 ? index + device_gpu_count() : index);
