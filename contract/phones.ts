export const indianPhonePattern = /^[6-9]\d{9}$/

/**
 * A mobile number, a landline number with its 0, or a number with + and the country code. Indian numbers have ten
 * digits.
 */
export const anyPhonePattern = /^(?:[6-9]\d{9}|0[1-8]\d{9}|\+91[1-9]\d{9}|\+(?!91)[1-9]\d{6,14})$/

/** Address books and chat apps put these invisible characters around a copied number. */
const unseenSigns = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Removes invisible characters and the `.0` of spreadsheets, and replaces full-width digits with ordinary digits. */
export function shownPhone(typed: string): string {
  const seen = typed.replace(unseenSigns, '').normalize('NFKC').trim()
  return seen.replace(/^(\+?(?:[\s()-]{0,3}\d){7,15})\.0+$/, '$1')
}

/**
 * Normalises a phone number: removes the characters that people write between digits, and the +91, 91 or 0 before the
 * ten digits of an Indian mobile number. A text that is not a number stays as typed, so that the patterns above refuse
 * the text.
 */
export function plainPhone(typed: string): string {
  const plain = shownPhone(typed)
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00(?=[1-9])/, '+')
  if (!/^\+?\d+$/.test(plain)) return typed.trim()
  return plain.replace(/^(?:\+91|091|91)?0?(?=[6-9]\d{9}$)/, '')
}

/** Returns the digits to search for if a search is for a phone number or a part of a phone number, otherwise null. */
export function phoneIn(typed: string): string | null {
  // The typed digits may be the first part of a number, so the country's code and zeros are removed here too.
  const digits = plainPhone(typed).replace(/^(?:\+91)?0*/, '')
  return /^\+?\d{5,15}$/.test(digits) ? digits : null
}
