// The texts in English that several letters about seats share.

export const course = 'Course'
export const batch = 'Batch'
export const seats = 'Seats'
export const amount = 'Amount'
export const reference = 'Reference'
export const free = 'Free'

export const questions = ({ phone }: { phone: string }) => `If you have any questions, call us at ${phone}.`
export const questionsAbout = ({ phone, reference }: { phone: string; reference: string }) =>
  `If you have any questions, call us at ${phone} and mention ${reference}.`
export const testSubject = ({ subject }: { subject: string }) => `Test: ${subject}`
export const notYou = 'If this wasn’t you, ignore this e-mail.'
