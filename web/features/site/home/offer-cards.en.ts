// The texts of the two cards on the home page in English. The cards load after the page.

export const courses = 'Floral Design Courses'
export const coursesLead = 'See what we teach, and enrol online.'
export const exploreCourses = 'Explore Courses'

export const bouquets = 'Exquisite Bouquets'
export const bouquetsLead = 'Choose your flowers, a card and a time. You can order without an account.'
export const visitShop = 'Visit the store'
export const opensInNewTab = '(opens in a new tab)'
