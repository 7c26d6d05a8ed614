// The texts of the list of favourites in English.

import { plural } from '../../../../contract/plural.ts'

export const notLoaded = 'We couldn’t load your favourites.'
export const stillHere = ({ count }: { count: number }) =>
  plural(count, {
    one: 'Your favourite is still on this device.',
    other: `Your ${count} favourites are still on this device.`,
  })
export const stillInAccount = 'They’re still in your account.'
export const none = 'No favourites yet'
export const noneLead = 'Tap a heart, and we’ll keep what you like here.'
export const visitStore = 'Visit the store'
export const seeCourses = 'See our courses'
export const fromStore = 'From our store'
export const ourCourses = 'Our courses'
export const flowers = 'Flowers'
export const courses = 'Courses'
export const missingFlowers = 'A favourite from the store'
export const missingCourse = 'A favourite course'
export const notAvailable = 'Not available at the moment'
