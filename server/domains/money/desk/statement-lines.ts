import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import { beginningOf } from '../../../../contract/graphemes.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import * as contract from '../../../../contract/money/money.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { insertUnlessThere, withRowLock } from '../../../db/guards.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addDays, instantOf } from '../../../platform/clock.ts'
import { listReferencePrefixes } from '../../../platform/references.ts'
import type { Deps } from '../../deps.ts'
import { type Arrived } from '../payments/payments.repository.ts'
import { isUnseen, type PaymentsService } from '../payments/payments.service.ts'
import { type Candidate, type Credit, matchCredits, plain, windowDays } from './matcher.ts'
import { presentLine, presentPayable } from './money-desk.presenter.ts'
import type { LineRow } from './money-desk.repository.ts'
import * as repository from './money-desk.repository.ts'
import { bothOf, countFingerprints, pairUp, printIn, printOf, saysMore } from './statement-overlap.ts'

type StatementBody = ParsedInput<typeof contract.importStatement>['body']

export function createStatementLines(deps: Deps, payments: PaymentsService) {
  const { db, clock, ids, audit } = deps

  async function suggestionsFor(source: Queryable, lines: readonly LineRow[]) {
    const open = lines.filter(({ status }) => status === 'open')
    const byLine = new Map<string, contract.Suggestion>()
    if (open.length === 0) return byLine
    const days = open.map(({ booked_on }) => booked_on).toSorted()
    const words = open.flatMap(({ description, reference }) => [description, reference ?? ''])
    const prefixes = await listReferencePrefixes(source, deps)
    const rows = await repository.listCandidates(source, {
      references: unique(words.flatMap((text) => bookingReferences(text, prefixes))),
      transactionIds: unique(words.flatMap(transactionIds)),
      bankReferences: unique(open.flatMap((line) => bankNumberOf(line) ?? [])),
      amountsInPaise: unique(open.map((line) => line.amount_in_paise)),
      from: instantOf(addDays(days[0] as string, -windowDays), '00:00'),
      to: instantOf(addDays(days.at(-1) as string, 2), '00:00'),
    })
    const arrivals: Arrived[] = []
    for (const kind of contract.payableKinds) {
      const ids = rows.flatMap((row) => (row.kind === kind ? [row.id] : []))
      arrivals.push(...(await payments.listArrived(source, kind, ids)))
    }
    const bySubject = Map.groupBy(arrivals, ({ subject_id }) => subject_id)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const candidates = rows.map((row): Candidate => {
      const arrived = bySubject.get(row.id) ?? []
      const { kind, id, reference, name, email, phone } = row
      return {
        kind,
        id,
        reference,
        name,
        email,
        phone,
        transactionId: row.transaction_id,
        amountInPaise: row.amount_in_paise,
        dueInPaise: row.status === 'cancelled' ? 0 : row.due_in_paise,
        day: schoolDayOf(Date.parse(row.created_at)),
        recorded: arrived.flatMap(({ providerIds }) => providerIds),
        isUnseen: arrived.some(isUnseen),
      }
    })
    for (const match of matchCredits(open.map(creditOf), candidates)) {
      const target = byId.get(match.candidate.id)
      if (!target) continue
      const { confidence, action, why } = match
      byLine.set(match.creditId, { confidence, action, why, target: presentPayable(target) })
    }
    return byLine
  }

  async function present(source: Queryable, lines: readonly LineRow[]) {
    const suggestions = await suggestionsFor(source, lines)
    const matchedIds = lines.flatMap(({ id, status }) => (status === 'matched' ? [id] : []))
    const matched = matchedIds.length > 0 ? await repository.listMatched(source, matchedIds) : []
    const targets = await repository.listPayables(source, matched)
    const byId = new Map(targets.map((row) => [row.id, row]))
    const matches = new Map(matched.map((match) => [match.line_id, match]))
    return lines.map((row) => {
      const match = matches.get(row.id)
      return presentLine(row, suggestions.get(row.id), match && byId.get(match.id), match?.receipt_id)
    })
  }

  async function getLocked(tx: Tx, id: string) {
    const found = tx.selectFrom('statement_line').selectAll().where('id', '=', id)
    const line = await found.$call(withRowLock(tx)).executeTakeFirst()
    if (!line) throw refusal('line-gone')
    return line
  }

  async function decide(
    tx: Tx,
    line: LineRow,
    decision: Pick<LineRow, 'status' | 'note'>,
    by: Actor,
    paid: string | null = null,
  ) {
    const isOpen = decision.status === 'open'
    const changes = {
      ...decision,
      decided_by: isOpen ? null : by.email,
      decided_at: isOpen ? null : clock.now(),
    }
    await tx.updateTable('statement_line').set(changes).where('id', '=', line.id).execute()
    const title = beginningOf(line.description, 120) || (line.reference ?? line.booked_on)
    const about = { kind: 'statement-line', id: line.id, title } as const
    const before = { status: line.status, note: line.note }
    await audit.record(tx, { by, action: 'changed', ...about, before, after: { ...decision, for: paid } })
    return { ...line, ...changes }
  }

  return {
    getLocked,
    decide,

    /**
     * Imports a bank statement: adds the credits that are not stored yet. `overlap` tells whether lines that look alike
     * are the same payments. @throws `conflict` with the lines that look alike, if `overlap` is missing
     */
    async importRows(tx: Tx, { fileName, rows, overlap }: StatementBody, by: Actor) {
      const file = rows.map((row) => ({ ...printOf(row), row, sum: sumOf(row.day, paiseOf(row)) }))
      const lines = await repository.lockLinesOn(tx, unique(rows.map(({ day }) => day)))
      const known = lines.map((line) => ({
        ...printIn(line.fingerprint),
        row: line,
        sum: sumOf(line.booked_on, line.amount_in_paise),
        files: line.file_name.split('\n'),
      }))
      const pairs = pairUp(file, known, fileName)
      const asked = [...pairs.values()].filter(({ isSure }) => !isSure).map(({ line }) => line)
      if (overlap === undefined && asked.length > 0) throw refuseOverlap(asked)

      const fingerprint = countFingerprints(known)
      let added = 0
      for (const one of file) {
        const pair = pairs.get(one)
        const { row } = one
        const number = bankNumberOf(row)
        if (pair && (pair.isSure || overlap === 'same')) {
          const { line } = pair
          const changes = {
            ...(!pair.isSure && { file_name: unique([...line.files, fileName]).join('\n') }),
            ...(number && line.number === '' && { reference: number }),
            // The stored fingerprint gets the fields that only this file has, so that it matches the line in the next
            // file.
            ...(saysMore(one, line) && { fingerprint: fingerprint(bothOf(one, line)) }),
          }
          if (Object.keys(changes).length > 0) {
            await tx.updateTable('statement_line').set(changes).where('id', '=', line.row.id).execute()
          }
          continue
        }
        const line = {
          id: ids.id(),
          fingerprint: fingerprint(one),
          file_name: fileName,
          booked_on: row.day,
          description: row.description,
          reference: number ?? (row.reference || null),
          amount_in_paise: paiseOf(row),
          status: 'open',
          created_at: clock.now(),
        } as const
        if (await insertUnlessThere(tx, 'statement_line', line, 'fingerprint')) added++
      }
      if (added > 0) {
        const about = { kind: 'statement-line', id: ids.id(), title: fileName } as const
        await audit.record(tx, { by, action: 'added', ...about, after: { lines: added } })
      }
      return { added, known: rows.length - added }
    },

    async listLines(query: repository.LineQuery) {
      const { rows, next } = await repository.listLines(db.read, { status: 'open', ...query })
      return { rows: await present(db.read, rows), next }
    },

    close(id: string, outcome: 'refunded' | 'ignored', note: string, by: Actor) {
      return db.transaction(async (tx) => {
        const line = await getLocked(tx, id)
        if (line.status !== 'open') throw refusal('line-decided')
        const closed = await decide(tx, line, { status: outcome, note }, by)
        return presentLine(closed)
      })
    },

    reopen(id: string, by: Actor) {
      return db.transaction(async (tx) => {
        const line = await getLocked(tx, id)
        if (line.status === 'matched') throw refusal('line-decided')
        const open =
          line.status === 'open' ? line : await decide(tx, line, { status: 'open', note: line.note }, by)
        const [shown] = await present(tx, [open])
        return shown as contract.StatementLine
      })
    },
  }
}

const paiseOf = ({ amount }: contract.StatementRow) => Math.round(Number(amount) * 100)
const sumOf = (day: string, paise: number) => `${day} ${paise}`

const askedShown = 20

function refuseOverlap(overlaps: readonly { row: LineRow; files: readonly string[] }[]) {
  const alike = overlaps.slice(0, askedShown).map(({ row }) => ({
    day: row.booked_on,
    amount: decimalRupees(row.amount_in_paise),
    description: row.description,
  }))
  const fileName = unique(overlaps.map(({ files }) => files[0] ?? '')).join(', ')
  return refusal('statement-overlap', { facts: { count: overlaps.length, fileName }, details: { alike } })
}

function creditOf(line: LineRow): Credit {
  return {
    id: line.id,
    day: line.booked_on,
    description: line.description,
    reference: line.reference,
    amountInPaise: line.amount_in_paise,
  }
}

function bookingReferences(text: string, prefixes: readonly string[]): string[] {
  const pattern = new RegExp(`(?=(${prefixes.join('|')})([0-9A-Z]{4})([0-9A-Z]{4}))`, 'g')
  return [...plain(text).matchAll(pattern)].map(([, prefix, first, second]) => `${prefix}-${first}-${second}`)
}

function transactionIds(text: string): string[] {
  const words = [...text.split(/[\s/|,;:]+/), ...text.split(/[^A-Za-z0-9]+/)]
  return words.filter((word) => word.length >= 8 && word.length <= 64)
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
