// The names in English of the pages that a page without an address leads to.

export const courses = 'Our courses'
export const store = 'The store'
export const findOrder = 'Find my order or seat'
export const contact = 'Call or write to us'
