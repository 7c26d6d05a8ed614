// The texts of the list of favourites in English.

export const notLoaded = 'We couldn’t load your favourites.'
export const none = 'No favourites yet'
export const noneLead = 'Tap a heart, and we’ll keep what you like here.'
export const visitStore = 'Visit the store'
export const seeCourses = 'See our courses'
export const fromStore = 'From our store'
export const ourCourses = 'Our courses'
export const flowers = 'Flowers'
export const courses = 'Courses'
export const priceFrom = ({ price }: { price: string }) => `from ${price}`
export const free = 'Free'
export const missingFlowers = 'A favourite from the store'
export const missingCourse = 'A favourite course'
export const notAvailable = 'Not available at the moment'
