/* a GPU sends whole vectors */
return 2 * (gpus - 1) * bytes;
