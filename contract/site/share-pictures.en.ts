// The titles in the pictures of shared links, in English.

export const home = 'Start Your Floral Journey With Us'
export const classes = 'Our Courses'
export const calendar = 'Upcoming batches'
export const about = 'Flowers are a craft. We teach it.'
export const contact = 'Get in touch'
export const store = 'Flowers from our store'
export const shop = 'Exquisite Bouquets'
export const blog = 'The journal'
export const privacy = 'Privacy Policy'
export const terms = 'Terms & Services'
export const free = 'Free'
