import { urlPart } from '../addresses.ts'
import { beginningOf } from '../graphemes.ts'

export const upiIdPattern = /^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/

export interface UpiAccount {
  id: string
  name: string
}

const noteMax = 50

const plainWords = (words: string) => words.replace(/[^\p{L}\p{M}\p{N} -]/gu, ' ')

/**
 * `amount` is in rupees, such as `'12500.00'`. UPI apps need a literal `@` in `pa`, and `%20` instead of `+` for a
 * blank.
 */
export function upiUri(
  account: UpiAccount,
  payable: { amount: string; reference: string; title: string },
): string {
  return [
    `upi://pay?pa=${urlPart(account.id).replaceAll('%40', '@')}`,
    `pn=${urlPart(account.name)}`,
    `am=${payable.amount}`,
    'cu=INR',
    `tr=${urlPart(payable.reference)}`,
    // Banks cut or refuse longer notes, and notes with characters other than letters and digits.
    `tn=${urlPart(beginningOf(plainWords(`${payable.reference} ${payable.title}`), noteMax, noteMax).trim())}`,
  ].join('&')
}
