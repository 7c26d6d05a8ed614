/** Of the address of a seat's page: its form to add a person is open. */
export const addPersonFragment = '#add-person'
