/* lab5_wrong_guess_5_10: fail is near, within a factor of 3, but too large */
/* a guess that is not near */
return 40;

/* lab5_wrong_guess_far_5_10: fail too small, by a factor of more than 10 */
/* another one */
return 1;
