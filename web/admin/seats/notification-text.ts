import type { RosterSeat } from '../../../contract/registrations/rosters.ts'
import type { MailPromise } from '../mail-promise.ts'

type Recipient = Pick<RosterSeat, 'name' | 'group' | 'email' | 'phone'>

const sendChat = 'You can send the WhatsApp message from Messages.'

export function notificationText(seat: Recipient, told: MailPromise): string {
  const name = seat.group?.payer ?? seat.name
  if (seat.email && seat.phone) return told(`We’ll e-mail ${name}.`, sendChat)
  if (seat.email) return told(`We’ll e-mail ${name}.`)
  if (seat.phone) return `${name} has no e-mail address. ${sendChat}`
  return `${name} left no e-mail address or phone number, so we can’t notify anyone.`
}

export function letterAgainText({ email, phone }: Recipient, told: MailPromise): string {
  if (email) return told(`We’ll e-mail ${email} again.`)
  return phone
    ? `There’s no e-mail address. ${sendChat}`
    : 'We can’t send a message because there’s no e-mail address or phone number.'
}

export function priceLetterText({ email, phone }: Recipient): string {
  return email || phone
    ? 'Send the message again to tell the student.'
    : 'We can’t notify anyone because there’s no e-mail address or phone number.'
}
