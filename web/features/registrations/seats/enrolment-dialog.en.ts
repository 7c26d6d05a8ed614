// The texts of the enrolment dialog in English.

import { plural } from '../../../../contract/plural.ts'

export const title = 'Enrol in this course'
export const reviewTitle = 'Review your details'
export const receivedTitle = 'Enrolment received'
export const review = 'Review enrolment'
export const edit = 'Edit details'
export const send = 'Confirm enrolment'

export const invalid = 'Validation Error'
export const invalidLead = 'Please fix the errors in the form before proceeding.'
export const failed = '❌ Enrollment Failed'
export const failedLead =
  'There was an issue processing your enrollment. Please try again or contact support.'

export const fullName = 'Full Name'
export const email = 'Email'
export const phoneNumber = 'Phone Number'
export const payBy = 'Payment Method'
export const payThere = 'You pay at the school. After you enrol, we’ll show you where and until when.'
export const questions = 'Questions'
export const questionsHint = 'Anything you’d like to know before the course (optional)'
export const reviewBeforePlace = 'You can review everything before we reserve your place.'
export const reviewBeforeSeat =
  'There’s nothing to pay. You can review everything before we confirm your seat.'
export const reviewBeforeHold =
  'You won’t be charged yet. You can review everything before we hold your seat.'

export const course = 'Course'
export const nextBatch = 'Next batch'
export const name = 'Name'
export const phone = 'Phone'
export const paymentMethod = 'Payment method'
export const feePerSeat = ({ fee }: { fee: string }) => `${fee} per seat`
export const feePerSeatWhenDated = ({ fee }: { fee: string }) => `${fee} per seat, due once there’s a date`
export const total = 'Total'
export const nothing = 'Nothing'
export const reservesPlace = ({ count }: { count: number }) =>
  plural(count, {
    one: 'You won’t be charged now. We’ll reserve a place for you.',
    other: `You won’t be charged now. We’ll reserve ${count} places for you.`,
  })
export const holdsSeat = ({ count }: { count: number }) =>
  plural(count, {
    one: 'You won’t be charged yet. We’ll hold your seat and tell you how and by when to pay.',
    other: `You won’t be charged yet. We’ll hold your ${count} seats and tell you how and by when to pay.`,
  })
export const takesSeat = ({ count }: { count: number }) =>
  plural(count, {
    one: 'There’s nothing to pay. We’ll confirm your seat.',
    other: `There’s nothing to pay. We’ll confirm your ${count} seats.`,
  })

export const noDateYet = 'The date isn’t set yet'
export const writeWhenDated = 'There’s nothing to pay. We’ll let you know once there’s a date.'

export const changeCode = 'Choose Edit details, change or remove the code, and confirm again.'
export const correctDetails = 'Choose Edit details, correct them, and confirm again.'
export const typedIsHere = 'What you typed is still here.'
export const confirmAgain = 'What you typed is still here. You can confirm again.'
