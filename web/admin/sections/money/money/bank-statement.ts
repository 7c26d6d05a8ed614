import { beginningOf } from '../../../../../contract/graphemes.ts'
import { bankNumberOf, cutNumberSentence, isCutNumber } from '../../../../../contract/money/bank-numbers.ts'
import type { StatementRow } from '../../../../../contract/money/money.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { readDay } from '../../../../../contract/spreadsheet-times.ts'
import { headerWithin } from '../../../import/import-file.ts'
import type { CsvRecord } from '../../../import/read-csv.ts'

export const roleLabels = {
  day: 'Date',
  description: 'Description',
  reference: 'Reference (UTR, RRN)',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Amount',
  direction: 'Credit or debit',
  balance: 'Balance',
}
export type ColumnRole = keyof typeof roleLabels

/** The index of the column of each role. */
export type ColumnChoice = Partial<Record<ColumnRole, number>>

/**
 * Patterns for the headers of Indian banks and UPI apps, the most certain first. The roles choose their columns in this
 * order, because "Withdrawal Amt." and "Dr / Cr" also match the patterns of "amount" and "credit".
 */
const headerWords: Record<ColumnRole, readonly RegExp[]> = {
  balance: [/balance/, /^bal\b/],
  direction: [
    /^(dr|debit) ?\/ ?(cr|credit)$/,
    /^(cr|credit) ?\/ ?(dr|debit)$/,
    /^type$/,
    /(transaction|txn) type/,
    /^indicator/,
  ],
  debit: [/^debit/, /withdraw/, /^dr\b/, /\bdebit\b/, /^paid out/],
  credit: [/^credit/, /deposit/, /^cr\b/, /\bcredit\b/, /received/],
  day: [
    /^(txn|tran|transaction|trans)\.? ?date/,
    /^date/,
    /^post(ing|ed)? date/,
    /^value (date|dt)/,
    /\bdate\b/,
    /^(date|time) ?(&|and)/,
  ],
  reference: [
    /\b(utr|rrn)\b/,
    /ref(erence)?\.? ?(no|number|id)?\.?( ?\/ ?cheque.*)?$/,
    /^(chq|cheque).*ref/,
    /ref/,
    /transaction id|txn id/,
    /^(chq|cheque)/,
  ],
  description: [
    /narration/,
    /particulars/,
    /description/,
    /remarks/,
    /transaction details/,
    /^details/,
    /\bpayer\b/,
    /^from$/,
    /^name$/,
  ],
  amount: [/^amount/, /\bamount\b/, /^amt/],
}

export interface Statement {
  headers: string[]
  records: CsvRecord[]
  choice: ColumnChoice
  /** Roles for which several columns have the same name, so that staff have to choose a column. */
  asked: ColumnRole[]
}

export function readStatement(records: readonly CsvRecord[]): Statement | null {
  for (let at = 0; at < Math.min(headerWithin, records.length); at++) {
    const headers = records[at]?.cells ?? []
    const choice = chooseColumns(headers)
    if (choice.day === undefined || (choice.credit === undefined && choice.amount === undefined)) continue
    const isTwice = (place = -1) =>
      headers.some((header, n) => n !== place && plainHeader(header) === plainHeader(headers[place] ?? ''))
    const roles = Object.keys(choice) as ColumnRole[]
    const asked = roles.filter((role) => isTwice(choice[role]))
    const sure = Object.fromEntries(
      Object.entries(choice).filter(([role]) => !asked.includes(role as ColumnRole)),
    )
    return { headers, records: records.slice(at + 1), choice: sure, asked }
  }
  return null
}

const plainHeader = (header: string) => header.trim().toLowerCase().replace(/\s+/g, ' ')

function chooseColumns(headers: readonly string[]): ColumnChoice {
  const plain = headers.map(plainHeader)
  const taken = new Set<string>()
  const choice: ColumnChoice = {}
  for (const [role, patterns] of Object.entries(headerWords) as [ColumnRole, readonly RegExp[]][]) {
    for (const pattern of patterns) {
      const at = plain.findIndex((header) => !taken.has(header) && header !== '' && pattern.test(header))
      if (at === -1) continue
      choice[role] = at
      taken.add(plain[at] ?? '')
      break
    }
  }
  return choice
}

export interface ReadRows {
  rows: StatementRow[]
  debits: number
  problems: { row: number; sentence: string }[]
  /** The reason why nothing is imported, or null. */
  refusal: string | null
}

export function readCredits(records: readonly CsvRecord[], choice: ColumnChoice): ReadRows {
  const rows: StatementRow[] = []
  const problems: ReadRows['problems'] = []
  let debits = 0
  let refusal: string | null = null
  for (const { row, cells } of records) {
    const cell = (role: ColumnRole) => (cells[choice[role] ?? -1] ?? '').trim()
    const [credit, debit, either, date] = [cell('credit'), cell('debit'), cell('amount'), cell('day')]
    const amount = readCredit(credit, either, cell('direction'))
    // A line without a day or without a sum is a footer, or an opening or closing balance.
    if (amount === null && (date === '' || credit + debit + either === '')) continue
    if (amount === 'debit' || (amount === null && credit === '' && debit !== '')) {
      debits++
      continue
    }
    const day = readDay(date)
    if (amount === null)
      problems.push({ row, sentence: `We couldn’t read “${credit || either}” as an amount.` })
    else if (!isSchoolDay(day)) problems.push({ row, sentence: `We couldn’t read “${date}” as a date.` })
    else {
      const description = beginningOf(cell('description').replace(/\s+/g, ' '), 500, 500)
      const own = cell('reference')
      if (isCutNumber(own)) refusal ??= cutNumberSentence(own)
      const balance = readBalance(cell('balance'))
      const reference = findReference(own, description)
      rows.push({ day, description, reference, amount, ...(balance !== null && { balance }) })
    }
  }
  return { rows, debits, problems, refusal }
}

/** Reads the sum that was received; 'debit' if money went out, null if no sum can be read. */
function readCredit(credit: string, either: string, direction: string): string | null {
  const sum = readSum(credit || either)
  if (sum === null) return null
  // Some banks fill the credit column with zeros in a line about money that went out.
  if (sum.paise === 0) return 'debit'
  const isOut = sum.isDebit || /^(d|dr|debit|debited|paid|sent|withdrawal)\b/i.test(direction)
  return credit === '' && isOut ? 'debit' : sum.text
}

/** Reads sums such as `1,25,000.00 Cr`, `₹ 500`, `(500.00)`, `-500`, `INR 500.00`. */
export function readSum(text: string): { text: string; paise: number; isDebit: boolean } | null {
  const bare = text.replace(/[\s,₹]/g, '').replace(/(INR|Rs\.?)/gi, '')
  const parts =
    /^(?<open>\()?(?<sign>[+-])?(?<whole>\d{1,9})(?:\.(?<part>\d{1,2}))?0*\)?(?<mark>cr\.?|dr\.?)?$/i.exec(
      bare.replace(/^(cr|dr)\.?(.+)$/i, '$2$1'),
    )?.groups
  if (!parts) return null
  const amount = `${Number(parts.whole)}.${(parts.part ?? '').padEnd(2, '0')}`
  const isDebit =
    parts.open !== undefined || parts.sign === '-' || (parts.mark?.toLowerCase().startsWith('d') ?? false)
  return { text: amount, paise: Math.round(Number(amount) * 100), isDebit }
}

/** Reads the balance as the contract expects it: a debit balance is negative. Null if the text contains no balance. */
function readBalance(text: string): string | null {
  const sum = readSum(text)
  return sum && (sum.isDebit && sum.paise > 0 ? `-${sum.text}` : sum.text)
}

/**
 * Finds the bank's own number for the payment in the reference or the description; otherwise returns the text of the
 * reference.
 */
function findReference(cell: string, description: string): string {
  const number = bankNumberOf({ reference: cell, description })
  if (number !== null) return number
  const own = beginningOf(cell.replace(/^'/, '').trim(), 100, 100)
  // A column that holds only zeros or a dash counts as empty.
  return /[1-9a-z]/i.test(own) && own.length >= 6 ? own : ''
}
