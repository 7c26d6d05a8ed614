/**
 * What a person types or pastes as an Indian mobile number: digits only, at most 10 (P§5). A pasted +91, 91 or 0
 * in front of ten digits goes, or the cap would cut the number's end instead.
 */
export const toPhoneDigits = (typed: string): string => {
  const digits = typed.replace(/\D/g, '')
  return digits.replace(/^(?:0|91|0091)(?=\d{10}$)/, '').slice(0, 10)
}
