/**
 * The ten digits of an Indian number, as they are typed or pasted. A leading +91, 91, 0091 or 0 stays until the tenth
 * digit has come, and is removed then: before that nobody could tell 91 98765 43210 from a number that begins with 91.
 */
export const toPhoneDigits = (typed: string): string => {
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  const before = /^(?:0091|091|91)?0?/.exec(digits)?.[0].length ?? 0
  return digits.length < before + 10 ? digits : digits.slice(before, before + 10)
}
