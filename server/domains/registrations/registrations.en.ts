// The texts in English that several letters about seats share.

import { reachUs } from '../../platform/messages/letter.en.ts'

export const course = 'Course'
export const batch = 'Batch'
export const seats = 'Seats'
export const amount = 'Amount'
export const reference = 'Reference'
export const free = 'Free'

export const questions = (us: { phone: string }) => `If you have any questions, ${reachUs(us)}.`
export const questionsAbout = ({ reference, ...us }: { phone: string; reference: string }) =>
  `If you have any questions, ${reachUs(us)} and mention ${reference}.`
export const testSubject = ({ subject }: { subject: string }) => `Test: ${subject}`
export const notYou = 'If this wasn’t you, ignore this e-mail.'
