import { joined } from '../../contract/words.ts'
import { useSendsEmails } from '../lib/school.ts'

/** Says what to do while the school's e-mails only wait. */
export const mailWaits = 'We can’t send e-mails until there’s an e-mail server, so please tell them yourself.'

export type MailPromise = (promise: string, more?: string) => string

/**
 * Returns a function that gives a sentence which promises an e-mail, or `mailWaits` while the school has no mail server.
 * `more` follows either of them.
 */
export function useMailPromise(): MailPromise {
  const sendsEmails = useSendsEmails()
  return (promise, more = '') => joined([sendsEmails ? promise : mailWaits, more], ' ')
}
