/** Ten digits starting with 6-9: an Indian mobile number. */
export const indianPhonePattern = /^[6-9]\d{9}$/

/** A mobile number, a landline with its 0, or a number that begins with + and its country; India's have ten digits. */
export const anyPhonePattern = /^(?:[6-9]\d{9}|0[1-8]\d{9}|\+91[1-9]\d{9}|\+(?!91)[1-9]\d{6,14})$/

/** Signs that nobody sees: address books and chats put them around a number that is copied. */
const unseenSigns = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A number as people see it: without hidden signs, wide digits and the `.0` of spreadsheets. */
export function shownPhone(typed: string): string {
  const seen = typed.replace(unseenSigns, '').normalize('NFKC').trim()
  return seen.replace(/^(\+?(?:[\s()-]{0,3}\d){7,15})\.0+$/, '$1')
}

/**
 * The one reader of phone numbers: a number as it is kept, without the signs that people write between digits, and an
 * Indian mobile number without the +91, 91 or 0 before its ten digits. What is no number stays as it was typed, and no
 * pattern above takes it.
 */
export function plainPhone(typed: string): string {
  const plain = shownPhone(typed)
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00(?=[1-9])/, '+')
  if (!/^\+?\d+$/.test(plain)) return typed.trim()
  return plain.replace(/^(?:\+91|091|91)?0?(?=[6-9]\d{9}$)/, '')
}

/** The digits to look for, where what was typed into a search is a phone number or a part of one; else null. */
export function phoneIn(typed: string): string | null {
  // What begins like a whole number may be the first part of one.
  const digits = plainPhone(typed).replace(/^(?:\+91)?0*/, '')
  return /^\+?\d{5,15}$/.test(digits) ? digits : null
}

/** Opens a phone's dialler with the number. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
