import type { RosterSeat } from '../../../contract/rosters.ts'

type Reached = Pick<RosterSeat, 'name' | 'group' | 'email' | 'phone'>

/** Who gets the letters. */
const toldOf = ({ group, name }: Reached) => group?.payer ?? name

/** The chat is no promise: somebody has to send it. */
const chatWaits = 'the chat waits in Messages to be sent by hand'

/** Who is told of a change, and how: nothing is promised to somebody who gave no address. */
export function toldText(seat: Reached): string {
  const name = toldOf(seat)
  if (seat.email && seat.phone) return `${name} is told by e-mail; ${chatWaits}.`
  if (seat.email) return `${name} is told by e-mail.`
  if (seat.phone) return `${name} has no e-mail address: ${chatWaits}.`
  return `${name} left no e-mail address and no phone number: nobody is told.`
}

/** Of the letter that goes once more. */
export function letterAgainText({ email, phone }: Reached): string {
  if (email) return `The letter goes to ${email} again.`
  return phone ? `There is no e-mail address: ${chatWaits}.` : 'There is nobody to write to.'
}

/** Of a new price, of which no letter goes by itself. */
export function priceToldText({ email, phone }: Reached): string {
  return email || phone
    ? 'Send the letter again to tell the student.'
    : 'Nobody is told: there is no e-mail address and no phone number.'
}
