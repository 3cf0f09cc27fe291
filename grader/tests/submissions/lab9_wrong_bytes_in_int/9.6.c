/* too large for an int */
int piece = (int)bytes / gpus;
return 2 * (gpus - 1) * piece;
