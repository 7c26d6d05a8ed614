/** Matches a payer's UPI id. Some banks cut a narration, so an id needs at least three letters of its handle. */
const upiIdIn = /([\w.-]{2,64})@([A-Za-z]{3,30})(?![\w.@-]*@)/

/**
 * Finds the UPI id of the payer in the narration of a statement line, in lower case; null if there is none. A narration
 * such as `UPI-CHITRA-chitra@okbank-HDFC0000001` separates its parts by hyphens, so an id in it has none.
 */
export function payerUpiId(narration: string): string | null {
  for (const part of narration.split(/[\s/|,;:()]+/)) {
    const [, name = '', handle] = upiIdIn.exec(part) ?? []
    if (handle === undefined) continue
    const own = /^(?:UPI|TRANSFER-UPI)-/i.test(part) ? (name.split('-').at(-1) ?? '') : name
    if (own.length >= 2) return `${own}@${handle}`.toLowerCase()
  }
  return null
}
