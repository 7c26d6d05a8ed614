import * as z from 'zod/mini'
import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type {
  confirmMatches,
  MatchOutcome,
  PayableKind,
  refundBody,
  splitBody,
} from '../../../../contract/money/money.ts'
import { amountInWords, decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import { presentPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
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
import { createReceipts, requireSeatOr, type Staff } from './receipts.ts'
import { createStatementLines } from './statement-lines.ts'

type SplitBody = z.output<typeof splitBody>
type RefundBody = z.output<typeof refundBody>
type WantedMatch = ParsedInput<typeof confirmMatches>['body']['matches'][number]

export type MoneyDeskService = ReturnType<typeof createMoneyDeskService>

export function createMoneyDeskService(
  { db, clock, config, ids, audit, outbox }: Deps,
  payables: Payables,
  payments: PaymentsService,
  settlement: SettlementService,
) {
  const lines = createStatementLines({ db, clock, ids, audit }, payments)
  const { getLocked, decide } = lines

  /** @throws what the seat's or the order's own service throws; `conflict` if somebody decided on the line meanwhile */
  async function confirmOne(tx: Tx, wanted: WantedMatch, by: Actor) {
    const line = await getLocked(tx, wanted.line)
    const matched = line.status === 'matched' ? await repository.listMatched(tx, [line.id]) : []
    if (matched.some(({ kind, id }) => kind === wanted.kind && id === wanted.id)) return 'recorded' as const
    if (line.status !== 'open') throw refusal('line-decided')
    const money = { ...seenIn(line), acceptDifference: wanted.acceptDifference ?? false }
    const { outcome, receiptId } = await settlement.receive(tx, payables[wanted.kind], wanted.id, money, by)
    const match = { line_id: line.id, receipt_id: receiptId, matched_at: clock.now() }
    await tx.insertInto('bank_match').values(match).execute()
    await decide(tx, line, { status: 'matched', note: null }, by, wanted.id)
    return outcome
  }

  /** @throws `not_found` */
  async function getPayable(source: Queryable, kind: PayableKind, id: string) {
    const [row] = await repository.listPayables(source, [{ kind, id }])
    if (!row) throw new DomainError('not_found')
    return presentPayable(row)
  }

  function ofLine(line: LineRow, by: Actor) {
    return { money: seenMoney(seenIn(line), by), sum: line.amount_in_paise }
  }

  /** @throws `validation_failed` without a sum */
  function ofEntry(entered: SplitBody['entered'], by: Actor) {
    if (entered === undefined) throw new DomainError('validation_failed')
    return { money: enteredMoney(entered, '', by, clock.today()), sum: entered.amount }
  }

  return {
    importRows: lines.importRows,
    listLines: lines.list,
    close: lines.close,
    reopen: lines.reopen,
    ...createReceipts({ db, config, ids, audit, outbox }, payments, getPayable),

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

    /** Each match has a transaction of its own, so that a refused one stops no other. */
    async confirm(matches: readonly WantedMatch[], by: Actor) {
      const outcomes: MatchOutcome[] = []
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
     * Shares one transfer, an open line or what staff entered, among several: each takes its part, or none does.
     * @throws `not_found`, `conflict`, `amount_differs`; `validation_failed` if the parts are not the sum
     */
    async split(tx: Tx, body: SplitBody, by: Actor) {
      const line = body.line === undefined ? null : await getLocked(tx, body.line)
      if (line && line.status !== 'open') throw refusal('line-decided')
      const { money, sum } = line ? ofLine(line, by) : ofEntry(body.entered, by)
      const parts = body.parts.reduce((all, { amount }) => all + amount, 0)
      if (parts !== sum) throw partsDiffer(parts, sum)
      // Everybody takes them in this order, so that two who share out at once do not deadlock.
      const wanted = body.parts.toSorted((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
      const shares = wanted.map(({ kind, id, amount }) => ({ payable: payables[kind], id, amount }))
      const { receiptId, waiting } = await settlement.split(tx, shares, money, by)
      if (line) {
        const match = { line_id: line.id, receipt_id: receiptId, matched_at: clock.now() }
        await tx.insertInto('bank_match').values(match).execute()
        const ids = wanted.map(({ id }) => id).join(', ')
        await decide(tx, line, { status: 'matched', note: null }, by, ids)
      }
      return { receipt: receiptId, waiting }
    },

    /** @throws `not_found`; `conflict` if there is not so much */
    async refund(tx: Tx, { kind, id, ...sent }: RefundBody, by: Actor) {
      await settlement.refund(tx, payables[kind], id, sent, by)
      return getPayable(tx, kind, id)
    },

    /** Every sum of this, or of all seats that one payer took together. @throws `not_found` */
    async trailOf(kind: PayableKind, id: string, by: Staff) {
      requireSeatOr(kind, by)
      const payable = await getPayable(db.read, kind, id)
      const ids = await repository.togetherWith(db.read, kind, id)
      return { payable, entries: presentEntries(await payments.trailOf(db.read, kind, ids)) }
    },

    /**
     * Takes back what was entered by mistake, for all that it paid; the line that showed it is open again.
     * @throws `not_found`; `conflict` where it was taken back before, or credits were given for it
     */
    async reverse(
      tx: Tx,
      receiptId: string,
      { reason, tell = false }: { reason: string; tell?: boolean | undefined },
      by: Actor,
    ) {
      await settlement.reverse(tx, payables, receiptId, { reason, tell }, by)
      for (const { id } of await repository.listLinesOf(tx, receiptId)) {
        const line = await getLocked(tx, id)
        if (line.status === 'matched') await decide(tx, line, { status: 'open', note: reason }, by)
      }
      return { id: receiptId }
    },
  }
}

function seenIn(line: LineRow): Seen {
  const number = bankNumberOf(line)
  return {
    // The line's own id stands in for a missing number of the bank: the money is recorded once.
    reference: number ?? lineKeyOf(line.id),
    words: number === null ? line.reference || line.description : null,
    amountInPaise: line.amount_in_paise,
    acceptDifference: false,
    day: line.booked_on,
  }
}

function partsDiffer(partsInPaise: number, sumInPaise: number): DomainError {
  const [parts, sum] = [amountInWords(partsInPaise), amountInWords(sumInPaise)]
  return new DomainError('validation_failed', {
    fields: { parts: `The parts are ${parts}, and ${sum} came.` },
  })
}
