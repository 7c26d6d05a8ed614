import * as z from 'zod/mini'
import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type * as contract from '../../../../contract/money/money.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { amountInWords, decimalRupees } from '../../../../contract/words.ts'
import { presentPage } from '../../../db/page.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { Deps } from '../../deps.ts'
import type { Payables } from '../payments/payable.ts'
import { presentTotals } from '../payments/payment.presenter.ts'
import {
  enteredMoney,
  lineKeyOf,
  type PaymentsService,
  type Seen,
  seenMoney,
} from '../payments/payments.service.ts'
import type { SettlementService } from '../payments/settlement.service.ts'
import { presentEntries, presentPayable } from './money-desk.presenter.ts'
import type { LineRow } from './money-desk.repository.ts'
import * as repository from './money-desk.repository.ts'
import { payerUpiId } from './narrations.ts'
import { createReceipts, requireMoneyRight, type Staff } from './receipts.ts'
import { createStatementLines } from './statement-lines.ts'

type SplitBody = z.output<typeof contract.splitBody>
type RefundBody = z.output<typeof contract.refundBody>
type WantedMatch = ParsedInput<typeof contract.confirmMatches>['body']['matches'][number]

export type MoneyDeskService = ReturnType<typeof createMoneyDeskService>

export function createMoneyDeskService(
  deps: Deps,
  payables: Payables,
  payments: PaymentsService,
  settlement: SettlementService,
) {
  const { db, clock } = deps
  const lines = createStatementLines(deps, payments)
  const { getLocked, decide } = lines

  async function match(tx: Tx, line: LineRow, receiptId: string, paid: string, by: Actor) {
    const row = { line_id: line.id, receipt_id: receiptId, matched_at: clock.now() }
    await tx.insertInto('bank_match').values(row).execute()
    await decide(tx, line, { status: 'matched', note: null }, by, paid)
  }

  async function confirmOne(tx: Tx, wanted: WantedMatch, by: Actor) {
    const line = await getLocked(tx, wanted.line)
    const matched = line.status === 'matched' ? await repository.listMatched(tx, [line.id]) : []
    if (matched.some(({ kind, id }) => kind === wanted.kind && id === wanted.id)) return 'recorded' as const
    if (line.status !== 'open') throw refusal('line-decided')
    const money = { ...readLine(line), acceptDifference: wanted.acceptDifference ?? false }
    const { outcome, receiptId } = await settlement.receive(tx, payables[wanted.kind], wanted.id, money, by)
    await match(tx, line, receiptId, wanted.id, by)
    return outcome
  }

  async function getPayable(source: Queryable, kind: contract.PayableKind, id: string) {
    const [row] = await repository.listPayables(source, [{ kind, id }])
    if (!row) throw new DomainError('not_found')
    return presentPayable(row)
  }

  function splitMoney(line: LineRow | null, entered: SplitBody['entered'], by: Actor) {
    if (line) return { money: seenMoney(readLine(line), by), sum: line.amount_in_paise }
    if (entered === undefined) throw new DomainError('validation_failed')
    return { money: enteredMoney(entered, '', by, clock.today()), sum: entered.amount }
  }

  return {
    ...lines,
    ...createReceipts(deps, payments, getPayable),

    sumWaiting: async (query: repository.WaitingQuery) =>
      presentTotals(await repository.sumWaiting(db.read, query)),

    listWaiting: (query: repository.WaitingQuery) =>
      presentPage(repository.listWaiting(db.read, query), presentPayable),

    async sumToGiveBack(query: repository.WaitingQuery) {
      const { count, waits } = await repository.sumToGiveBack(db.read, query)
      return { count, waits: decimalRupees(waits) }
    },

    listToGiveBack: (query: repository.WaitingQuery) =>
      presentPage(repository.listToGiveBack(db.read, query), presentPayable),

    /**
     * Records the payments that staff confirm for statement lines. Each payment has its own transaction, so that a
     * refused payment does not stop the other payments.
     */
    async confirm(matches: readonly WantedMatch[], by: Actor) {
      const outcomes: contract.MatchOutcome[] = []
      for (const wanted of matches) {
        const { line } = wanted
        try {
          const outcome = await db.transaction((tx) => confirmOne(tx, wanted, by))
          const sentence = outcome === 'attention' ? refusal('money-without-seat').message : null
          outcomes.push({ line, outcome, sentence })
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          outcomes.push({ line, outcome: 'refused', sentence: error.message })
        }
      }
      return outcomes
    },

    /**
     * Splits one transfer among several bookings or orders. Either each booking or order gets its part, or the split
     * fails as a whole.
     */
    async split(tx: Tx, body: SplitBody, by: Actor) {
      const line = body.line === undefined ? null : await getLocked(tx, body.line)
      if (line && line.status !== 'open') throw refusal('line-decided')
      const { money, sum } = splitMoney(line, body.entered, by)
      const parts = body.parts.reduce((all, { amount }) => all + amount, 0)
      if (parts !== sum) {
        const said = `The parts add up to ${amountInWords(parts)}, but we received ${amountInWords(sum)}.`
        throw new DomainError('validation_failed', { fields: { parts: said } })
      }
      // Parts are locked in the order of kind and id, so that two concurrent splits do not deadlock.
      const wanted = body.parts.toSorted((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
      const shares = wanted.map(({ kind, id, amount }) => ({ payable: payables[kind], id, amount }))
      const { receiptId, waiting } = await settlement.split(tx, shares, money, by)
      if (line) await match(tx, line, receiptId, wanted.map(({ id }) => id).join(', '), by)
      return { receipt: receiptId, waiting }
    },

    async refund(tx: Tx, { kind, id, ...sent }: RefundBody, by: Actor) {
      await settlement.refund(tx, payables[kind], id, sent, by)
      return getPayable(tx, kind, id)
    },

    async trailOf(kind: contract.PayableKind, id: string, by: Staff) {
      requireMoneyRight(kind, by)
      const payable = await getPayable(db.read, kind, id)
      const ids = await repository.listGroupIds(db.read, kind, id)
      const entries = presentEntries(await payments.trailOf(db.read, kind, ids))
      const narrations = hasRight(by.role, 'money') ? await repository.listNarrations(db.read, kind, ids) : []
      const [upiId = null] = narrations.flatMap(({ description }) => payerUpiId(description) ?? [])
      return { payable, entries, payerUpiId: upiId }
    },

    /** Reverses a receipt that was entered by mistake, and makes its statement line open again. */
    async reverse(
      tx: Tx,
      receiptId: string,
      { reason, tell = false }: { reason: string; tell?: boolean | undefined },
      by: Actor,
    ) {
      await settlement.reverse(tx, payables, receiptId, { reason, tell }, by)
      const matched = tx.selectFrom('bank_match').select('line_id').where('receipt_id', '=', receiptId)
      for (const { line_id } of await matched.orderBy('line_id').execute()) {
        const line = await getLocked(tx, line_id)
        if (line.status === 'matched') await decide(tx, line, { status: 'open', note: reason }, by)
      }
      return { id: receiptId }
    },
  }
}

function readLine(line: LineRow): Seen {
  const number = bankNumberOf(line)
  return {
    // The line's id replaces a missing bank reference, so that the money is recorded once.
    reference: number ?? lineKeyOf(line.id),
    words: number === null ? line.reference || line.description : null,
    amountInPaise: line.amount_in_paise,
    acceptDifference: false,
    day: line.booked_on,
  }
}
