import type { RosterSeat } from '../../../contract/registrations/rosters.ts'

type Reached = Pick<RosterSeat, 'name' | 'group' | 'email' | 'phone'>

const toldOf = ({ group, name }: Reached) => group?.payer ?? name

/** It promises no chat, because somebody has to send it. */
const chatWaits = 'the chat waits in Messages to be sent by hand'

/** It promises nothing to somebody who gave no address. */
export function toldText(seat: Reached): string {
  const name = toldOf(seat)
  if (seat.email && seat.phone) return `${name} is told by e-mail; ${chatWaits}.`
  if (seat.email) return `${name} is told by e-mail.`
  if (seat.phone) return `${name} has no e-mail address: ${chatWaits}.`
  return `${name} left no e-mail address and no phone number: nobody is told.`
}

export function letterAgainText({ email, phone }: Reached): string {
  if (email) return `The letter goes to ${email} again.`
  return phone ? `There is no e-mail address: ${chatWaits}.` : 'There is nobody to write to.'
}

/** A new price sends no letter by itself. */
export function priceToldText({ email, phone }: Reached): string {
  return email || phone
    ? 'Send the letter again to tell the student.'
    : 'Nobody is told: there is no e-mail address and no phone number.'
}
