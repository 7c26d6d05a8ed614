import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bankNumberOf } from '../../../../../contract/money/bank-numbers.ts'
import { readCsv } from '../../../import/read-csv.ts'
import { readCredits, readStatement, readSum } from './bank-statement.ts'

/** Reads the lines of a statement, and the credits in them. */
function read(lines: string[]) {
  const statement = readStatement(readCsv(lines.join('\n')))
  return statement && { ...readCredits(statement.records, statement.choice), ...statement }
}

describe('bank statements', () => {
  test('the deposits of a savings account are read from a statement with a letterhead and withdrawals', () => {
    const read1 = read([
      'Account Statement,,,,,,',
      'Account No :,50100012345678,,,,,',
      '',
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
      '02/03/26,UPI-MEENA KRISHNAN-9876543210@YBL-MAL7K3F9QXD,0000607212345678,02/03/26,,"12,500.00","1,12,500.00"',
      '03/03/26,NEFT DR-RENT,N123456789,03/03/26,"30,000.00",,"82,500.00"',
      ',,,,,,',
      'STATEMENT SUMMARY :-,,,,,,',
    ])
    expect(read1).toMatchObject({ debits: 1, problems: [] })
    expect(read1?.rows).toEqual([
      {
        day: '2026-03-02',
        description: 'UPI-MEENA KRISHNAN-9876543210@YBL-MAL7K3F9QXD',
        reference: '607212345678',
        amount: '12500.00',
        balance: '112500.00',
      },
    ])
  })

  test('in a statement with a column “Dr / Cr” this column says which amounts are credits', () => {
    expect(
      read([
        'Txn Date;Value Date;Description;Ref No./Cheque No.;Amount;Dr / Cr;Balance',
        '2 Mar 2026;2 Mar 2026;BY TRANSFER-UPI/CR/607212345678/MEENA;;12500;CR;1',
        '2 Mar 2026;2 Mar 2026;TO TRANSFER;;900;DR;1',
      ]),
    ).toMatchObject({
      rows: [{ day: '2026-03-02', reference: '607212345678', amount: '12500.00' }],
      debits: 1,
    })
  })

  test('a zero in the debit or credit column of a statement counts as no amount', () => {
    expect(
      read([
        'Transaction Date,Particulars,Debit,Credit,Balance',
        '02-03-2026,UPI/607212345678/x,0.00,500.50,1',
        '02-03-2026,ATM,500.00,0.00,1',
      ]),
    ).toMatchObject({ rows: [{ amount: '500.50' }], debits: 1 })
  })

  test('the statement of a UPI app is read; DEBIT or a minus sign marks money that went out', () => {
    expect(
      read([
        'Date,Transaction ID,UTR,Details,Amount,Type',
        '"Mar 02, 2026 10:15 PM",T2603021015,607212345678,Received from Meena,"₹12,500.00",CREDIT',
        '"Mar 03, 2026 10:15 PM",T2603021016,607212345679,Paid to Flowers,"₹500.00",DEBIT',
        '04/03/2026,T3,607212345680,Refund,-200,',
      ]),
    ).toMatchObject({
      rows: [{ day: '2026-03-02', description: 'Received from Meena', reference: '607212345678' }],
      debits: 2,
    })
  })

  test('rows of a statement that cannot be read are reported with their row numbers', () => {
    expect(
      read([
        'Date,Narration,Credit',
        '31/02/2026,no such day,500',
        '02/03/2026,no sum,five hundred',
        '02/03/2026,good,500',
      ]),
    ).toMatchObject({
      rows: [{ description: 'good' }],
      problems: [
        { row: 2, sentence: 'We couldn’t read “31/02/2026” as a date.' },
        { row: 3, sentence: 'We couldn’t read “five hundred” as an amount.' },
      ],
    })
  })

  test('a file without the columns of a statement is not read as a statement', () => {
    expect(read(['Name,Phone', 'Meena,9876543210'])).toBeNull()
    expect(read([''])).toBeNull()
  })
})

describe('statements of four banks', () => {
  const same = [
    ['2026-03-02', '12500.00', '606112345671', '112500.00'],
    ['2026-03-02', '12500.00', '606112345672', '125000.00'],
    ['2026-03-03', '880.00', '606212345674', '122880.00'],
    ['2026-03-03', '1500.00', 'N062262345678901', '124380.00'],
  ]
  test.each([
    [
      'sbi.xls',
      [...same, ['2026-03-04', '500.00', null, '124880.00'], ['2026-03-04', '500.00', null, '125380.00']],
    ],
    [
      'hdfc.csv',
      [
        same[0],
        ['2026-03-02', '12500.00', '606112345675', '125000.00'],
        same[2],
        ['2026-03-03', '1500.00', 'AXISCN0123456789', '124380.00'],
        ['2026-03-04', '250000.00', 'ICICR52026030412345678', '374380.00'],
        ['2026-03-04', '500.00', null, '374880.00'],
      ],
    ],
    [
      'icici.csv',
      [...same, ['2026-03-04', '500.00', null, '124880.00'], ['2026-03-04', '500.00', null, '125380.00']],
    ],
    [
      'axis.csv',
      [
        ...same,
        ['2026-03-04', '250000.00', 'HDFCR52026030412345678', '374380.00'],
        ['2026-03-04', '500.00', null, '374880.00'],
      ],
    ],
  ])('the statement %s is read with its days, amounts, bank numbers and balances', (name, expected) => {
    const found = read(readFileSync(`tests/statements/${name}`, 'utf8').split('\n'))
    expect(found).toMatchObject({ debits: 1, problems: [], refusal: null })
    expect(found?.rows.map((row) => [row.day, row.amount, bankNumberOf(row), row.balance])).toEqual(expected)
  })
})

test('of two columns of a statement with the same header staff choose the one to read', () => {
  // Kotak's statements have this head: the second “Dr / Cr” belongs to the balance.
  const head = 'Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr'
  const found = read([head, '1,02-03-2026,UPI/CHITRA/632155123461,UPI-632155123461,500.00,DR,100.00,CR'])
  expect(found).toMatchObject({ asked: ['direction'], choice: { day: 1, amount: 4, balance: 6 } })
  expect(found?.choice).not.toHaveProperty('direction')
  const records = found?.records ?? []
  expect(readCredits(records, { ...found?.choice, direction: 5 })).toMatchObject({ rows: [], debits: 1 })
  expect(read(['Date,Details,Credit', '02/03/26,x,1'])?.asked).toEqual([])
})

test.each(['14/01/2027 6:30', '14-Jan-27', '46401', 'Thu, 14 Jan 2027'])(
  'the day %s of a statement is read as 14 January 2027',
  (day) => {
    expect(read(['Date,Details,Credit', `"${day}",x,1`])?.rows).toMatchObject([{ day: '2027-01-14' }])
  },
)

test('a statement with a reference that a spreadsheet shortened is refused, with advice how to save the file', () => {
  const head = 'Date,Narration,Ref No,Debit,Credit'
  const cut = '02/03/26,UPI-CHITRA,6.32155E+11,,500'
  expect(read([head, cut])?.refusal).toMatch(/^A spreadsheet shortened the reference “6.32155E\+11”/)
  expect(read([head, cut.replace('6.32155E+11', '6.32155123461E+11')])?.refusal).toContain('as CSV')
  // A shortened reference of outgoing money does no harm.
  expect(read([head, '02/03/26,UPI-ROSES,6.32155E+11,500,'])?.refusal).toBeNull()
  expect(read([head, '02/03/26,UPI-CHITRA,632155123461.0,,500'])).toMatchObject({
    rows: [{ reference: '632155123461' }],
    refusal: null,
  })
})

test.each([
  ['1,25,000.00', '125000.00', false],
  ['₹ 500', '500.00', false],
  ['500.5 Cr', '500.50', false],
  ['Cr 500', '500.00', false],
  ['INR 500.00', '500.00', false],
  ['Rs.500', '500.00', false],
  ['500.00Dr', '500.00', true],
  ['(500.00)', '500.00', true],
  ['-500', '500.00', true],
  ['+500', '500.00', false],
])('the sum %j in a statement is read as %s', (text, amount, isDebit) => {
  expect(readSum(text)).toMatchObject({ text: amount, isDebit })
})

test.each(['', 'abc', '1.2.3', '12345678901', '1.005'])('the text %j is not read as a sum', (text) => {
  expect(readSum(text)).toBeNull()
})
