import { expect, test } from 'vitest'
import { bankNumberOf, isCutNumber } from './bank-numbers.ts'

test.each([
  // UPI and IMPS numbers have twelve digits, and files write them in different ways.
  ['632155123461', '', '632155123461'],
  ["'632155123461", '', '632155123461'],
  ['="632155123461"', '', '632155123461'],
  ['6321 5512 3461', '', '632155123461'],
  ['632155123461.0', '', '632155123461'],
  ['0000632155123461', 'UPI-CHITRA', '632155123461'],
  ['UTR: 632155123461', '', '632155123461'],
  ['upi ref no. 632155123461', '', '632155123461'],
  ['', 'UPI-CHITRA-919841000003@YBL-632155123461', '632155123461'],
  ['', 'UPI/632155123461/CHITRA/919841000003@ybl', '632155123461'],
  ['', 'UPI-632155123461-CHITRA@OKSBI', '632155123461'],
  ['', 'BY TRANSFER-INB IMPS632155123461/9841000003/XX1234', '632155123461'],
  ['', 'IMPS FROM 489769416209 RRN 632155123461', '632155123461'],
  ['TRANSFER FROM 4897694162092', 'BY TRANSFER-UPI/CR/632155123461/CHITRA', '632155123461'],
  ['UPI/CR/632155123461/CHITRA', '', '632155123461'],
  // NEFT numbers have sixteen characters, RTGS numbers have twenty-two.
  ['N321262345678901', '', 'N321262345678901'],
  ['', 'NEFT*HDFC0000001*N321262345678901*CHITRA R', 'N321262345678901'],
  ['', 'neft cr-utib0000001-chitra-axiscn0123456789', 'AXISCN0123456789'],
  ['HDFCR52026111712345678', '', 'HDFCR52026111712345678'],
  ['', 'RTGS CR-HDFC0000001-SIX PETALS-HDFCR52026111712345678', 'HDFCR52026111712345678'],
  // The description names NEFT, so the NEFT number counts and the number in the other column does not.
  ['632155123461', 'NEFT-N321262345678901-CHITRA', 'N321262345678901'],
])(
  'a bank statement’s row with the reference %j and the description %j has the transaction number %s',
  (reference, description, number) => {
    expect(bankNumberOf({ reference, description })).toBe(number)
  },
)

test.each([
  ['TRANSFER FROM 4897694162092', 'BY TRANSFER'],
  ['TRANSFER FROM 489769416209', 'BY TRANSFER-UPI/CR/CHITRA'],
  ['919841000003', 'UPI-CHITRA'],
  ['', 'UPI-CHITRA-919841000003@YBL'],
  ['', 'UPI-CHITRA-489769416209-1@ybl'],
  ['', 'UPI/q489769416209@ybl/CHITRA'],
  ['', 'IMPS-A/C NO: 489769416209-CHITRA'],
  ['', 'IMPS-XX489769416209-CHITRA'],
  ['6.32155E+11', 'UPI-CHITRA'],
  ['GPay', ''],
  ['0000000000000000', 'CASH DEPOSIT'],
  ['0000000000001234', 'UPI-CHITRA'],
  ['9841000003', ''],
  ['CHITRA9841000003', ''],
  ['63215512346', ''],
  ['6321551234611', ''],
  ['MAL-7K3F-9QXD', ''],
  ['632155123461', 'RTGS CHITRA'],
  ['N321262345678901', 'UPI-CHITRA'],
  ['', 'CASH DEPOSIT 632155123461'],
  ['', ''],
  [null, ''],
])(
  'a bank statement’s row with the reference %j and the description %j has no transaction number',
  (reference, description) => {
    expect(bankNumberOf({ reference, description })).toBeNull()
  },
)

test('searching a long description in a bank statement for a transaction number is fast', () => {
  const started = performance.now()
  for (const unit of ['-', 'TO ', 'A/C', '4', 'UPI', '489769416209@', 'X'])
    bankNumberOf({ reference: unit.repeat(100), description: `UPI ${unit.repeat(500)}` })
  expect(performance.now() - started).toBeLessThan(200)
})

test.each([
  ['6.32155E+11', true],
  ['6.32155e11', true],
  ['6E+11', true],
  [' 6.3E+11 ', true],
  ['632155123461', false],
  ['E+11', false],
  ['5E2A', false],
  ['HDFC6E+11', false],
])('the reference %j is a number that a spreadsheet has rounded: %s', (text, isCut) => {
  expect(isCutNumber(text)).toBe(isCut)
})
