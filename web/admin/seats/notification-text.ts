import type { RosterSeat } from '../../../contract/registrations/rosters.ts'

type Recipient = Pick<RosterSeat, 'name' | 'group' | 'email' | 'phone'>

const chatWaits = 'the chat waits in Messages to be sent by hand'

export function notificationText(seat: Recipient): string {
  const name = seat.group?.payer ?? seat.name
  if (seat.email && seat.phone) return `${name} is told by e-mail; ${chatWaits}.`
  if (seat.email) return `${name} is told by e-mail.`
  if (seat.phone) return `${name} has no e-mail address: ${chatWaits}.`
  return `${name} left no e-mail address and no phone number: nobody is told.`
}

export function letterAgainText({ email, phone }: Recipient): string {
  if (email) return `The letter goes to ${email} again.`
  return phone ? `There is no e-mail address: ${chatWaits}.` : 'There is nobody to write to.'
}

export function priceLetterText({ email, phone }: Recipient): string {
  return email || phone
    ? 'Send the letter again to tell the student.'
    : 'Nobody is told: there is no e-mail address and no phone number.'
}
