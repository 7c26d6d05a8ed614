/** It opens the form to add a person on a seat's page. */
export const addPersonFragment = '#add-person'
