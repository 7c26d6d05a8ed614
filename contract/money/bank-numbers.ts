/** A check for each kind of transfer: true if the whole text is a bank number of that kind. */
const shapes = {
  UPI: isTwelveDigits,
  IMPS: isTwelveDigits,
  NEFT: (text: string) => isSixteenSigns(text) || isTwentyTwoSigns(text),
  RTGS: isTwentyTwoSigns,
}
type Way = keyof typeof shapes
const ways = Object.keys(shapes) as Way[]

/**
 * True for twelve digits, but not for a phone number with the country code or a shorter number that was padded with
 * zeros.
 */
function isTwelveDigits(text: string): boolean {
  return /^(?!0000|91[6-9])\d{12}$/.test(text)
}

/**
 * True for sixteen characters, letters before digits, but not for a name that is followed by a phone number.
 */
function isSixteenSigns(text: string): boolean {
  return /^[A-Z]{1,6}\d{10,15}$/.test(text) && text.length === 16 && !/[A-Z][6-9]\d{9}$/.test(text)
}

/** True for the four letters of a bank, another letter, the date, and a serial number. */
function isTwentyTwoSigns(text: string): boolean {
  return /^[A-Z]{4}[A-Z]\d{17}$/.test(text)
}

interface Said {
  reference: string | null
  description: string
}

/**
 * The number by which a bank identifies one transfer: 12 digits for UPI and IMPS, 16 characters for NEFT, 22 characters
 * for RTGS. Null for anything else, such as a payer's account or phone number or an app's name, which many transfers
 * may share.
 */
export function bankNumberOf({ reference, description }: Said): string | null {
  const cell = (reference ?? '').toUpperCase()
  const narration = description.toUpperCase()
  const way = wayOf(narration) ?? wayOf(cell)
  const whole = bareNumber(cell)
  if ((way ? [way] : ways).some((one) => shapes[one](whole))) return whole
  if (way === null) return null
  return numberWithin(narration, way) ?? numberWithin(cell, way)
}

/** Returns the first kind of transfer that the text names. A later name may be part of a note by the payer. */
function wayOf(text: string): Way | null {
  return (/(?<![A-Z])(?:UPI|IMPS|NEFT|RTGS)/.exec(text)?.[0] ?? null) as Way | null
}

/**
 * Removes the signs that files put around a number: `'632155123461`, `0000632155123461`, `6321 5512 3461`,
 * `632155123461.0`, `UTR: N321262345678901`.
 */
function bareNumber(cell: string): string {
  return cell
    .replace(/["'=]/g, ' ')
    .trim()
    .replace(/^(?:(?:UPI|IMPS|NEFT|RTGS|UTR|RRN|REF|REFERENCE|TXN|ID|NO)\b[\s.:#/-]*)+/, '')
    .replace(/\.0+$/, '')
    .replace(/[\s-]/g, '')
    .replace(/^0000(?=\d{12}$)/, '')
}

/**
 * Matches twelve digits, unless the digits follow a word such as A/C or PHONE, follow a mask such as XX or **, or begin
 * a UPI address.
 */
const twelveDigits =
  /(?=\d{12})(?<!\d|XX|\*\*|(?<![A-Z])(?:A\/?C|ACCT|ACCOUNT|FROM|TO|MOB|MOBILE|PH|PHONE)[\s.:#/-]{0,3}(?:NO|NUMBER)?[\s.:#/-]{0,3})\d{12}(?!\d)(?![A-Z0-9._]*(?:-\d{1,2})?@)/g

function numberWithin(text: string, way: Way): string | null {
  const isWhole = shapes[way]
  const words = isWhole === isTwelveDigits ? text.match(twelveDigits) : text.split(/[^A-Z0-9]+/)
  return words?.find(isWhole) ?? null
}

/**
 * True if a spreadsheet has rounded the number to a form such as `6.32155E+11`, so that the original number is lost.
 */
export function isCutNumber(text: string): boolean {
  return text.length <= 40 && /^[\s'="]*\d+(?:\.\d+)?E\+?\d+[\s"]*$/i.test(text)
}

export function cutNumberSentence(text: string): string {
  return `A spreadsheet shortened the reference “${text.trim()}”, so some digits are lost. Download the statement from your bank again as CSV and choose it without opening it in a spreadsheet. Or format that column as a number without decimals and save the file as CSV again.`
}
