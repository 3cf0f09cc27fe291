/* written as one fraction */
return (2 * gpus - 2) * bytes / gpus;
