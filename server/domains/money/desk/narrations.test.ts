import { expect, test } from 'vitest'
import { payerUpiId } from './narrations.ts'

test.each([
  ['UPI-CHITRA-919841000003@YBL-HDFC0000001-606112345671-BRIDAL', '919841000003@ybl'],
  ['UPI/606112345671/Bridal/chitra.r@okicici/HDFC BANK/ICI1a2b3c4d5e6f', 'chitra.r@okicici'],
  ['UPI/REVATHI S/asha-r@okaxis/Bridal/STATE BANK', 'asha-r@okaxis'],
  ['BY TRANSFER-UPI/CR/606112345671/CHITRA R/HDFC/chitra.r@okhdfc/Bridal--', 'chitra.r@okhdfc'],
  // The bank has cut the id.
  ['BY TRANSFER-UPI/CR/606112345671/CHITRA R/HDFC/chitra.r@o/Bridal--', null],
  ['BY TRANSFER-UPI/CR/606112345672/REVATHI/ICIC/919841000003@/Bridal--', null],
  ['UPI/P2A/606112345671/CHITRA R/HDFC BANK/Bridal', null],
  ['UPI/x@ybl/606112345671', null],
  ['CASH DEPOSIT', null],
  ['', null],
])('the payer of %j has the UPI id %j', (narration, id) => {
  expect(payerUpiId(narration)).toBe(id)
})

test('a long narration without an id is read at once', () => {
  expect(payerUpiId('a.-'.repeat(50_000))).toBe(null)
})
