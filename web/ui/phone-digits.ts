/** At most ten digits of what is typed. A pasted +91, 91 or 0 before ten digits is removed, not the number's end. */
export const toPhoneDigits = (typed: string): string => {
  const digits = typed.replace(/\D/g, '')
  return digits.replace(/^(?:0|91|0091)(?=\d{10}$)/, '').slice(0, 10)
}
