// The texts of the page that a busy server sends, in English.

export const title = 'We’re very busy right now'
export const lead = 'Wait a minute, then refresh this page.'
export const homePage = 'Go to the home page'
