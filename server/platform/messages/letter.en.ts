// The texts that many letters share, in English.

import { plural } from '../../../contract/plural.ts'

export const hello = 'Hello,'
export const dear = ({ name }: { name: string }) => `Dear ${name},`
export const simulated = 'This is a demonstration. Payments are simulated, and no money moves.'
/** Continues a sentence after "please" or a comma. People can only reply if the school has no phone number. */
export const reachUs = ({ phone }: { phone: string }) =>
  phone === '' ? 'reply to this message' : `call us at ${phone}`
export const callIfPaid = (us: { phone: string }) => `If you’ve paid, please ${reachUs(us)}.`
export const unsubscribe = 'Unsubscribe'

export const termsAccepted = 'The terms that you accepted'
export const seeCourses = 'See our courses'
export const receipt = ({ number }: { number: string }) => `Receipt ${number}`
export const findUs = 'Find us on the map'
export const addToCalendar = 'Add to your calendar'

export const where = 'Where'
export const whatToBring = 'What to bring'
export const session = 'Session'
export const sessionNumber = ({ number }: { number: number }) => `Session ${number}`
export const more = 'More'
export const moreSessions = ({ count }: { count: number }) =>
  plural(count, { one: '1 more session', other: `${count} more sessions` })

export const digestSubject = ({ count }: { count: number }) =>
  plural(count, { one: '1 more notice in the last hour', other: `${count} more notices in the last hour` })
export const digestLead = 'There were too many notices in the last hour to send each one. Here are the rest.'
export const noticeAt = ({ at, title }: { at: string; title: string }) => `${at}, ${title}`
export const openOffice = 'Open the back office'
export const openInOffice = 'View in the back office'
