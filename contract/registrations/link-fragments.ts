/**
 * The link in an e-mail carries its token, which confirms the address, in the URL's fragment, so that no server logs
 * the token.
 */
export const proofFragment = '#proof='

/** Opens the form that adds a person, on the page of a seat. */
export const addPersonFragment = '#add-person'
