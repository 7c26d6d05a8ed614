import type * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type { DueState, PayableKind } from '../../../../contract/money/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import type { markPaidBody } from '../../../../contract/registrations/enrolments.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { instantOf } from '../../../platform/clock.ts'
import type { PaymentProvider } from '../../../platform/payments/provider.ts'
import { createSimulator } from '../../../platform/payments/simulator.ts'
import { createUpi } from '../../../platform/payments/upi.ts'
import type { Deps } from '../../deps.ts'
import { findProviderName, type OfficeHoursService, type SchoolService } from '../../school/index.ts'
import { createAllocate, createCorrections, type Purpose } from './corrections.ts'
import type { Due } from './payable.ts'
import type { Arrived, Subject } from './payments.repository.ts'
import * as ledger from './payments.repository.ts'

export type PaymentsService = ReturnType<typeof createPaymentsService>

export interface Money {
  /** `staff` for money that the school found on its account. */
  provider: PaymentProvider['name'] | 'staff'
  providerId: string | null
  /** A text from staff or the bank, if there is no provider's id. Several receipts may have the same text. */
  words?: string | null
  method?: string | null
  note?: string | null
  recordedBy?: string | null
  day?: string | undefined
  /**
   * The seat, order or fee whose claim the receipt closes, with its reference; the default is the subject of the first
   * part. A claim is a payer's report of a payment.
   */
  of?: Subject & { reference: string }
}

/**
 * The result of recording money: `recorded` if staff had entered the same money before, `attention` if it waits for
 * staff.
 */
export interface Received {
  outcome: 'settled' | 'recorded' | 'attention'
  receiptId: string
}

export interface Part extends Subject {
  reference: string
  amountInPaise: number
  isLive: boolean
}

/** The service only adds rows to the ledger. A row with the opposite sign reverses an earlier row. */
export function createPaymentsService(deps: Deps, school: SchoolService, officeHours: OfficeHoursService) {
  const { clock, ids, config } = deps
  const providers = {
    simulator: createSimulator(),
    upi: createUpi(async () => {
      const { upiId, upiName } = await school.current()
      return { id: upiId, name: upiName }
    }),
  }

  /**
   * Returns the provider that is used now. Callers must not store the result, because a demonstration may be emptied
   * while the server runs.
   */
  async function providerIn(source: Queryable): Promise<PaymentProvider> {
    return providers[await findProviderName(source, config)]
  }

  const listStates = (db: Queryable, kind: PayableKind, subjects: readonly { id: string }[]) =>
    ledger.listMoneyStates(
      db,
      kind,
      subjects.map(({ id }) => id),
    )

  const allocate = createAllocate(deps)

  async function changePurpose(
    tx: Tx,
    subject: Subject,
    { from, to, keptInPaise = 0 }: { from: Purpose; to: Purpose; keptInPaise?: number },
  ) {
    let toKeep = keptInPaise
    for (const receipt of await ledger.listArrived(tx, subject.kind, [subject.id])) {
      const kept = Math.min(toKeep, receipt[from])
      const moved = receipt[from] - kept
      toKeep -= kept
      if (moved === 0) continue
      await allocate(tx, receipt.id, subject, from, -moved)
      await allocate(tx, receipt.id, subject, to, moved)
    }
  }

  const seatMoney = (tx: Tx, subject: Subject) => changePurpose(tx, subject, { from: 'waits', to: 'pays' })

  async function addReference(tx: Tx, receipt: Arrived, reference: string) {
    if (receipt.providerIds.includes(reference)) return
    const key = { provider: receipt.provider, provider_id: reference, receipt_id: receipt.id }
    if (!(await ledger.takeKey(tx, key))) throw referenceTaken()
  }

  return {
    providerIn,
    seatMoney,

    arrivedFor: ledger.listArrivedTogether,

    listStates,
    listArrived: ledger.listArrived,

    moneyOf: ledger.getMoneyState,

    async debtsOf(
      db: Queryable,
      kind: PayableKind,
      subjects: readonly { id: string; reference: string }[],
    ): Promise<(Due & { paysInPaise: number })[]> {
      const states = await listStates(db, kind, subjects)
      return subjects.map(({ id, reference }) => {
        const money = states.find((row) => row.subject_id === id)
        if (!money) throw new Error('money of something that is not there')
        const { state, lack_in_paise: dueInPaise, unseated_in_paise: waitsInPaise } = money
        return { id, reference, state, dueInPaise, waitsInPaise, paysInPaise: money.paid_in_paise }
      })
    },

    async states(db: Queryable, kind: PayableKind, subjects: readonly { id: string }[]) {
      const rows = await listStates(db, kind, subjects)
      return new Map(rows.map((row): [string, DueState] => [row.subject_id, row.state]))
    },

    async recordClaim(tx: Tx, subject: Subject, claim: { reference: string | null; amountInPaise: number }) {
      const row = {
        id: ids.id(),
        subject: subject.kind,
        subject_id: subject.id,
        provider: (await providerIn(tx)).name,
        provider_id: claim.reference,
        amount_in_paise: claim.amountInPaise,
        claimed_at: clock.now(),
      }
      const claims = tx.insertInto('claim').values(row)
      await claims.onConflict((known) => known.columns(['provider', 'provider_id']).doNothing()).execute()
    },

    confirmClaim: ledger.confirmClaim,
    countClaims: ledger.countClaims,

    /**
     * The end of the next office hours. A payer with an unproved address who reports a payment holds the seat or order
     * until then.
     */
    claimedUntil: officeHours.nextClosing,

    /**
     * Returns the time until which a claim may extend a hold. A second claim of a payer with an unproved address
     * extends no hold, so the result is ''.
     */
    async claimKeeps(tx: Tx, subject: Subject & { proved_at: string | null }): Promise<string> {
      if (subject.proved_at !== null) return '9999'
      return (await ledger.countClaims(tx, subject)) > 0 ? '' : officeHours.nextClosing(tx)
    },

    isReported: ledger.hasConfirmedClaim,

    /**
     * Writes a receipt and its parts, once per provider's id. A repeated call only lets waiting money pay for its
     * parts. Returns the receipt's id. @throws `conflict` if the provider's id belongs to other money
     */
    async settle(tx: Tx, money: Money, parts: readonly [Part, ...Part[]]): Promise<string> {
      const { providerId } = money
      const known = providerId === null ? undefined : await ledger.findKnown(tx, money.provider, providerId)
      if (known !== undefined) {
        const allocated = await ledger.listAllocated(tx, known)
        for (const part of parts) {
          if (!allocated.some((one) => one.subject === part.kind && one.subject_id === part.id)) {
            throw referenceTaken()
          }
          if (part.isLive) await seatMoney(tx, part)
        }
        return known
      }
      const id = ids.id()
      const of = money.of ?? parts[0]
      const now = clock.now()
      const amountInPaise = parts.reduce((sum, part) => sum + part.amountInPaise, 0)
      const receipt = {
        id,
        kind: 'received' as const,
        number: amountInPaise > 0 ? await ledger.nextNumber(tx, clock.today().slice(0, 4)) : null,
        receipt_id: null,
        provider: money.provider,
        provider_id: providerId,
        method: money.method ?? null,
        reference: of.reference,
        amount_in_paise: amountInPaise,
        note: [money.words, money.note].filter(Boolean).join(' · ') || null,
        recorded_by: money.recordedBy ?? null,
        happened_at: happenedAt(money.day, now),
        recorded_at: now,
      }
      await ledger.insertReceipt(tx, { ...receipt, of })
      if (providerId !== null) {
        const key = { provider: money.provider, provider_id: providerId, receipt_id: id }
        if (!(await ledger.takeKey(tx, key))) throw referenceTaken()
      }
      for (const part of parts) {
        await allocate(tx, id, part, part.isLive ? 'pays' : 'waits', part.amountInPaise)
      }
      return id
    },

    async requireNew(tx: Tx, { provider, providerId }: Money) {
      if (providerId !== null && (await ledger.findKnown(tx, provider, providerId))) throw referenceKnown()
    },

    /**
     * Makes the money of an ended subject wait for staff, except `keptInPaise`. False if no money came for the subject.
     */
    async unseatMoney(tx: Tx, subject: Subject, keptInPaise = 0): Promise<boolean> {
      await changePurpose(tx, subject, { from: 'pays', to: 'waits', keptInPaise })
      return (await ledger.listArrived(tx, subject.kind, [subject.id])).length > 0
    },

    /** Lets a part of the money that pays for one subject pay for another one of the same payer. */
    async movePaid(tx: Tx, from: Subject, to: Subject, sumInPaise: number) {
      let left = sumInPaise
      for (const receipt of await ledger.listArrived(tx, from.kind, [from.id])) {
        const part = Math.min(left, receipt.pays)
        if (part <= 0) continue
        await allocate(tx, receipt.id, from, 'pays', -part)
        await allocate(tx, receipt.id, to, 'pays', part)
        left -= part
      }
    },

    trailOf: ledger.listEntries,

    findAllocation: ledger.findAllocation,

    countReceived: ledger.countReceived,

    async receiptRefs(
      db: Queryable,
      kind: PayableKind,
      subjects: readonly { id: string }[],
      receiptId?: string,
    ) {
      const ids = subjects.map(({ id }) => id)
      const rows = await ledger.listLinked(db, kind, ids, receiptId)
      return rows.map(({ number, id }) => ({ number: number ?? '', id }))
    },

    ...createCorrections(deps),

    /**
     * Finds the receipt of the money on a statement line, and adds the line's reference to it. @throws `conflict` if
     * the reference belongs to other money
     */
    async recognise(
      tx: Tx,
      subject: Subject & { reference: string },
      /**
       * `restInPaise` is the sum that is still due. If this sum is not 0, only an equal sum counts as the same money.
       */
      money: Pick<Seen, 'reference' | 'words' | 'amountInPaise'> & { restInPaise?: number },
      together: readonly { id: string }[] = [subject],
    ): Promise<Received | undefined> {
      const arrived = await ledger.listArrivedTogether(tx, subject.kind, together)
      const known = arrived.find((receipt) => isThatMoney(receipt, subject.reference, money))
      if (known === undefined) return undefined
      await addReference(tx, known, money.reference)
      return { outcome: 'recorded', receiptId: known.id }
    },
  }
}

export type Entered = Partial<z.output<typeof markPaidBody>>

export interface Seen {
  reference: string
  words?: string | null
  amountInPaise: number
  acceptDifference: boolean
  day?: string | undefined
}

export function seenMoney({ reference, words = null, day }: Seen, by: Actor): Money {
  return { provider: 'staff', providerId: reference, words, method: 'bank', recordedBy: by.userId, day }
}

export const lineKeyOf = (lineId: string) => `LINE-${lineId}`
export const isLineKey = (key: string) => key.startsWith('LINE-')

export function enteredMoney(entered: Entered, own: string, by: Actor, today: string): Money {
  const { reference = '', note, method, day } = entered
  if (day !== undefined && day > today) {
    throw new DomainError('validation_failed', {
      fields: { day: 'This day is in the future. Choose today or an earlier day.' },
    })
  }
  const providerId = bankNumberOf({ reference, description: '' })
  return {
    provider: 'staff',
    providerId,
    words: providerId === null && reference !== own ? reference : null,
    method: method ?? null,
    note: note || null,
    recordedBy: by.userId,
    day,
  }
}

export function paidText({ method, providerId, words }: Money, amountInPaise: number): string {
  const how = method && moneyMethodWords[method as MoneyMethod]
  return [decimalRupees(amountInPaise), how, words || providerId || 'marked by hand']
    .filter(Boolean)
    .join(', ')
}

/** A past day is stored as its noon, since the hour is unknown. */
function happenedAt(day: string | undefined, now: string): string {
  if (day === undefined) return now
  const noon = instantOf(day, '12:00')
  return noon < now ? noon : now
}

export function isUnseen({ provider, providerIds }: Pick<Arrived, 'provider' | 'providerIds'>): boolean {
  return provider === 'staff' && providerIds.length === 0
}

/**
 * True if a statement line shows the money of the receipt. Either the line and the receipt have the same bank
 * reference, in any spelling, or staff recorded the receipt without a bank reference. In the second case, the sums are
 * equal, or nothing is due and the line names `own`, the reference of the seat, order or fee.
 */
function isThatMoney(
  receipt: Arrived,
  own: string,
  money: Pick<Seen, 'reference' | 'words' | 'amountInPaise'> & { restInPaise?: number },
): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (receipt.providerIds.some((known) => plain(known) === plain(money.reference))) return true
  const isSameSum = receipt.pays + receipt.waits === money.amountInPaise
  const { restInPaise = 0, words } = money
  const isNamed = [money.reference, words ?? ''].some((text) => plain(text) === plain(own))
  return isUnseen(receipt) && (isSameSum || (restInPaise === 0 && isNamed))
}

export function referenceKnown(): DomainError {
  return refusal('payment-reference-known', { at: 'reference' })
}

function referenceTaken(): DomainError {
  return refusal('payment-reference-taken', {
    fields: { reference: 'Already recorded for another payment' },
  })
}

/** @throws `amount_differs` if the sum differs from the sum due, unless staff accepted the difference */
export function requireSum(
  cameInPaise: number,
  dueInPaise: number,
  { acceptDifference = false, due = dueInPaise }: Pick<Entered, 'acceptDifference' | 'due'>,
): void {
  if (due === dueInPaise && (cameInPaise === dueInPaise || acceptDifference)) return
  throw refusal('another-sum', {
    facts: { cameInPaise, dueInPaise },
    details: { came: decimalRupees(cameInPaise), due: decimalRupees(dueInPaise) },
  })
}
