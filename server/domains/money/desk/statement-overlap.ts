import { createHash } from 'node:crypto'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type { StatementRow } from '../../../../contract/money/money.ts'
import { plain } from './matcher.ts'

/** Hashes that identify a line even after its text is erased; '' for a field that the statement lacks. */
interface Print {
  words: string
  number: string
  balance: string
}

export function printOf(row: StatementRow): Print {
  const number = bankNumberOf(row) ?? ''
  const said = plain(row.description) + (number === '' ? plain(row.reference) : '')
  return {
    words: hash([row.day, Number(row.amount).toFixed(2), said].join('|')),
    number: number && hash(number),
    balance: row.balance === undefined ? '' : hash(row.balance),
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Makes the function that fingerprints a line. The fingerprint contains a count, because equal lines may be several
 * payments.
 */
export function countFingerprints(known: readonly (Print & { nth: number })[]): (print: Print) => string {
  const keyOf = ({ words, number, balance }: Print) => [words, number, balance].join('.')
  const last = new Map<string, number>()
  for (const print of known) {
    const key = keyOf(print)
    last.set(key, Math.max(print.nth, last.get(key) ?? 0))
  }
  return (print) => {
    const key = keyOf(print)
    const nth = (last.get(key) ?? 0) + 1
    last.set(key, nth)
    return `${key}.${nth}`
  }
}

export function printIn(fingerprint: string): Print & { nth: number } {
  const [words = '', number = '', balance = '', nth] = fingerprint.split('.')
  return { words, number, balance, nth: Number(nth) }
}

interface Line extends Print {
  sum: string
}

interface KnownLine extends Line {
  files: readonly string[]
}

interface Pair<Known> {
  line: Known
  isSure: boolean
}

/**
 * Pairs each line of an imported file with at most one stored line of the same day and sum. Lines with different
 * numbers or balances never match. A pair is sure if two of text, number and balance are equal. If only one of the
 * three is equal, staff decide, unless the file repeats all lines of an earlier file of the same name.
 */
export function pairUp<Known extends KnownLine>(
  file: readonly Line[],
  known: readonly Known[],
  fileName: string,
): Map<Line, Pair<Known>> {
  const pairs = new Map<Line, { line: Known; agreeing: number }>()
  const bySum = Map.groupBy(known, ({ sum }) => sum)
  const taken = new Set<Known>()
  const isOfThisFile = ({ files }: Known) => files.includes(fileName)
  for (const wanted of [3, 2, 1]) {
    for (const one of file) {
      if (pairs.has(one)) continue
      const like = (bySum.get(one.sum) ?? []).filter(
        (other) => !taken.has(other) && countAgreeing(one, other) >= wanted,
      )
      const line = like.find(isOfThisFile) ?? like[0]
      if (!line) continue
      taken.add(line)
      pairs.set(one, { line, agreeing: wanted })
    }
  }
  const isOldFile = known.every((line) => taken.has(line) || !isOfThisFile(line))
  return new Map(
    [...pairs].map(([one, { line, agreeing }]) => {
      const isAgain = isOldFile && isOfThisFile(line) && one.words === line.words
      return [one, { line, isSure: agreeing > 1 || isAgain }]
    }),
  )
}

function countAgreeing(one: Print, other: Print): number {
  let agreeing = one.words === other.words ? 1 : 0
  for (const name of ['number', 'balance'] as const) {
    if (one[name] === '' || other[name] === '') continue
    if (one[name] !== other[name]) return 0
    agreeing++
  }
  return agreeing
}

export const saysMore = (one: Print, other: Print) =>
  (other.number === '' && one.number !== '') || (other.balance === '' && one.balance !== '')

export const bothOf = (one: Print, other: Print): Print => ({
  words: other.words,
  number: other.number || one.number,
  balance: other.balance || one.balance,
})
