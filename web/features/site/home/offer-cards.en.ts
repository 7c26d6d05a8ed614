// The texts of the two cards on the home page in English. The cards load after the page.

export const courses = 'Floral Design Courses'
export const coursesLead =
  'From your first spiral bouquet to a full wedding stage. Train for a career with a diploma, or spend a weekend at a workshop. Small batches, with all flowers included.'
export const exploreCourses = 'Explore Courses'

export const bouquets = 'Exquisite Bouquets'
export const bouquetsLead =
  'Made to order by our instructors and graduates, and delivered to your door in the city.'
export const visitShop = 'Visit the store'
export const opensInNewTab = '(opens in a new tab)'
