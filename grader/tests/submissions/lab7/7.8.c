/* lab7_wrong_guess_7_8: fail is near, within a factor of 3, but too large */
/* a guess that is not near */
return 2;

/* lab7_wrong_guess_far_7_8: fail too large, by a factor of more than 10 */
/* another one */
return 40;
