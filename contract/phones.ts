/**
 * A phone number as it is kept: without the signs that people write between digits, and an Indian mobile number without
 * the +91, 91 or 0 before its ten digits. What is no number stays as it was typed.
 */
export function plainPhone(typed: string): string {
  const trimmed = typed.trim()
  const plain = trimmed.replace(/[\s().\-\u2010-\u2015]/g, '')
  if (!/^\+?\d+$/.test(plain)) return trimmed
  return plain.replace(/^(?:\+91|0091|091|91)?0?(?=[6-9]\d{9}$)/, '')
}

/** The digits to look for, where what was typed into a search is a phone number or a part of one; else null. */
export function phoneIn(typed: string): string | null {
  // What begins like a whole number may be the first part of one.
  const digits = plainPhone(typed).replace(/^(?:\+91|0091)?0*/, '')
  return /^\+?\d{5,15}$/.test(digits) ? digits : null
}
