/** The ways by which banks carry money, and how the number of each looks as a whole. */
const shapes = {
  UPI: isTwelveDigits,
  IMPS: isTwelveDigits,
  NEFT: (text: string) => isSixteenSigns(text) || isTwentyTwoSigns(text),
  RTGS: isTwentyTwoSigns,
}
type Way = keyof typeof shapes
const ways = Object.keys(shapes) as Way[]

/** No phone with the country's code, and no zeros before a shorter number. */
function isTwelveDigits(text: string): boolean {
  return /^(?!0000|91[6-9])\d{12}$/.test(text)
}

/** No name with a phone behind it. */
function isSixteenSigns(text: string): boolean {
  return /^[A-Z]{1,6}\d{10,15}$/.test(text) && text.length === 16 && !/[A-Z][6-9]\d{9}$/.test(text)
}

/** A bank, a letter, the day and a number. */
function isTwentyTwoSigns(text: string): boolean {
  return /^[A-Z]{4}[A-Z]\d{17}$/.test(text)
}

/** What a statement, or somebody of the staff, says of a sum. */
interface Said {
  /** The cell of the bank's own column, or what was typed. */
  reference: string | null
  description: string
}

/**
 * The number by which a bank knows one transfer: twelve digits of UPI and IMPS, sixteen signs of NEFT, twenty-two of RTGS.
 * Null for all else, such as a payer's account or phone, or an app's name: many sums may have the same.
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

/** The first that it names: words of the payer may follow. */
function wayOf(text: string): Way | null {
  return (/(?<![A-Z])(?:UPI|IMPS|NEFT|RTGS)/.exec(text)?.[0] ?? null) as Way | null
}

/** `'632155123461`, `0000632155123461`, `6321 5512 3461`, `632155123461.0`, `UTR: N321262345678901`. */
function bareNumber(cell: string): string {
  return cell
    .replace(/["'=]/g, ' ')
    .trim()
    .replace(/^(?:(?:UPI|IMPS|NEFT|RTGS|UTR|RRN|REF|REFERENCE|TXN|ID|NO)\b[\s.:#/-]*)+/, '')
    .replace(/\.0+$/, '')
    .replace(/[\s-]/g, '')
    .replace(/^0000(?=\d{12}$)/, '')
}

/** No account or phone after such a word or behind a mask, and no beginning of a UPI address. */
const twelveDigits =
  /(?=\d{12})(?<!\d|XX|\*\*|(?<![A-Z])(?:A\/?C|ACCT|ACCOUNT|FROM|TO|MOB|MOBILE|PH|PHONE)[\s.:#/-]{0,3}(?:NO|NUMBER)?[\s.:#/-]{0,3})\d{12}(?!\d)(?![A-Z0-9._]*(?:-\d{1,2})?@)/g

function numberWithin(text: string, way: Way): string | null {
  const isWhole = shapes[way]
  const words = isWhole === isTwelveDigits ? text.match(twelveDigits) : text.split(/[^A-Z0-9]+/)
  return words?.find(isWhole) ?? null
}

/** `6.32155E+11`: a spreadsheet has cut the number, and nobody can tell which it was. */
export function isCutNumber(text: string): boolean {
  return text.length <= 40 && /^[\s'="]*\d+(?:\.\d+)?E\+?\d+[\s"]*$/i.test(text)
}

export function cutNumberSentence(text: string): string {
  return `A spreadsheet shortened the reference “${text.trim()}”, so its digits are lost. Please download the statement from your bank again as CSV, and choose it without opening it in a spreadsheet. Or format that column as a number without decimals, and save the file as CSV again.`
}
