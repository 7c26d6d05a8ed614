/** A letter's link carries the token that proves its address in the fragment, so that it stands in no log. */
export const proofFragment = '#proof='

/** It opens the form to add a person on a seat's page. */
export const addPersonFragment = '#add-person'
