export interface UpiAccount {
  /** `name@bank`. */
  id: string
  name: string
}

/** The link that opens a UPI app (reading M5); `amount` is in rupees, `'12500.00'`. Apps want a literal `@` in `pa`, and `%20`, never `+`. */
export function upiUri(
  account: UpiAccount,
  payable: { amount: string; reference: string; title: string },
): string {
  const part = encodeURIComponent
  return [
    `upi://pay?pa=${part(account.id).replaceAll('%40', '@')}`,
    `pn=${part(account.name)}`,
    `am=${payable.amount}`,
    'cu=INR',
    `tr=${part(payable.reference)}`,
    // Banks cut or refuse longer notes, and signs beyond letters and digits.
    `tn=${part(
      `${payable.reference} ${payable.title}`
        .replace(/[^\p{L}\p{M}\p{N} -]/gu, ' ')
        .slice(0, 50)
        .trim(),
    )}`,
  ].join('&')
}
