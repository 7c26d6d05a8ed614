// The texts of the page for an address without a page, in English.

export const title = 'Page not found'
export const heading = 'Oops! Page not found'
export const lead = 'The page may have moved, or the address may be wrong.'
export const backToHome = 'Return to Home'
