// The texts in English that the about page, the list of courses and the page of a course share.

import { plural } from '../../../../contract/plural.ts'

export const free = 'Free'
export const insteadOf = 'instead of'

export const enrollNow = 'Enroll Now'
export const joinWaitlist = 'Join Waitlist'
export const notYetPaid = 'You can’t enrol online yet. Please contact us.'
export const enrolmentClosed = 'Enrolment closed'
export const tellMe = 'Tell me when a seat opens'
/** The accessible name of a button, which begins with the text that the button shows. */
export const buttonFor = ({ button, subject }: { button: string; subject: string }) => `${button}: ${subject}`

export const noLimit = 'Available'
export const full = 'Full'
export const allTaken = ({ capacity }: { capacity: number }) =>
  plural(capacity, { one: 'Full', other: `All ${capacity} taken` })
export const fewLeft = ({ left }: { left: number }) => `Only ${left} left`
export const left = ({ left, capacity }: { left: number; capacity: number }) => `${left} of ${capacity} left`
export const started = 'Already started'

export const workshop = 'Workshop'
export const popular = 'Popular'
export const nextBatch = 'Next batch'
export const duration = 'Duration'
export const durationAndSessions = ({ duration, sessions }: { duration: string; sessions: number }) =>
  plural(sessions, { one: `${duration} · 1 session`, other: `${duration} · ${sessions} sessions` })
export const seats = 'Seats'
export const whatYouLearn = "What you'll learn"

export const readMore = 'Read more'
export const showLess = 'Show less'
