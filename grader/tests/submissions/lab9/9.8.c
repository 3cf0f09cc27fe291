/* lab9_wrong_guess_9_8: fail too large, by a factor of 3 to 10 */
/* a guess that is not near */
return 2;

/* lab9_wrong_guess_far_9_8: fail is near, within a factor of 3, but too large */
/* another one */
return 1;
