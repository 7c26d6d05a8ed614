import { DomainError, refusal } from '../../../../contract/errors.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type { DueState, PayableKind } from '../../../../contract/money/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { instantOf } from '../../../platform/clock.ts'
import type { PaymentProvider } from '../../../platform/payments/provider.ts'
import { createSimulator } from '../../../platform/payments/simulator.ts'
import { createUpi } from '../../../platform/payments/upi.ts'
import type { Deps } from '../../deps.ts'
import type { OfficeHoursService, SchoolService } from '../../school/index.ts'
import { createCorrections, type Purpose } from './corrections.ts'
import type { Due } from './payable.ts'
import type { Arrived, Subject } from './payments.repository.ts'
import * as ledger from './payments.repository.ts'

export type PaymentsService = ReturnType<typeof createPaymentsService>

export interface Money {
  /** `staff` stands for what the school found on its account. */
  provider: PaymentProvider['name'] | 'staff'
  /** The provider's or the bank's id of it; null if nobody knows it. */
  providerId: string | null
  /** Staff typed it, or the bank wrote it, in place of such an id: many sums may have the same. */
  words?: string | null
  method?: string | null
  note?: string | null
  recordedBy?: string | null
  /** The school day on which it came; by default today. */
  day?: string | undefined
  /** It answers this subject's claim, under its reference; by default the first part's. */
  of?: Subject & { reference: string }
}

/** `recorded`: staff had entered the money that a statement shows before. */
export interface Received {
  outcome: 'settled' | 'recorded' | 'attention'
  receiptId: string
}

export interface Part extends Subject {
  reference: string
  amountInPaise: number
  /** False if the subject has no seat, so that the part waits for staff. */
  isLive: boolean
}

/** Rows of the ledger are only added: a later row with the opposite sign takes an earlier one back. */
export function createPaymentsService(
  { clock, ids, config }: Deps,
  school: SchoolService,
  officeHours: OfficeHoursService,
) {
  const providers: Record<Config['paymentProvider'], () => PaymentProvider> = {
    simulator: createSimulator,
    upi: () =>
      createUpi(async () => {
        const { upiId, upiName } = await school.current()
        return { id: upiId, name: upiName }
      }),
  }
  const provider = providers[config.paymentProvider]()

  const arrivedOf = (db: Queryable, { kind, id }: Subject) => ledger.listArrived(db, kind, [id])

  const listStates = (db: Queryable, kind: PayableKind, subjects: readonly { id: string }[]) =>
    ledger.listMoneyStates(
      db,
      kind,
      subjects.map(({ id }) => id),
    )

  async function allocate(
    tx: Tx,
    receiptId: string,
    { kind, id }: Subject,
    purpose: Purpose,
    amountInPaise: number,
  ) {
    await ledger.insertAllocation(tx, {
      id: ids.id(),
      receipt_id: receiptId,
      subject: kind,
      subject_id: id,
      purpose,
      amount_in_paise: amountInPaise,
      at: clock.now(),
    })
  }

  /** Moves all but `keptInPaise`; false if nothing was to be moved. */
  async function shift(
    tx: Tx,
    subject: Subject,
    { from, to, keptInPaise = 0 }: { from: Purpose; to: Purpose; keptInPaise?: number },
  ): Promise<boolean> {
    let toKeep = keptInPaise
    let hasMoved = false
    for (const receipt of await arrivedOf(tx, subject)) {
      const kept = Math.min(toKeep, receipt[from])
      const moved = receipt[from] - kept
      toKeep -= kept
      if (moved === 0) continue
      await allocate(tx, receipt.id, subject, from, -moved)
      await allocate(tx, receipt.id, subject, to, moved)
      hasMoved = true
    }
    return hasMoved
  }

  const seatMoney = (tx: Tx, subject: Subject) => shift(tx, subject, { from: 'waits', to: 'pays' })

  /** Adds the bank's reference to money recorded without it. @throws `conflict` if it stands for other money */
  async function addReference(tx: Tx, receipt: Arrived, reference: string) {
    if (receipt.providerIds.includes(reference)) return
    const key = { provider: receipt.provider, provider_id: reference, receipt_id: receipt.id }
    if (!(await ledger.takeKey(tx, key))) throw referenceTaken()
  }

  return {
    provider,
    seatMoney,

    arrived: arrivedOf,
    arrivedFor: ledger.listArrivedTogether,

    listStates,
    listArrived: ledger.listArrived,

    moneyOf: ledger.getMoneyState,

    /** The debts come in the given order. */
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

    /** The same claim is written once; that of a booking alone has no reference yet. */
    async recordClaim(tx: Tx, subject: Subject, claim: { reference: string | null; amountInPaise: number }) {
      await ledger.insertClaim(tx, {
        id: ids.id(),
        subject: subject.kind,
        subject_id: subject.id,
        provider: provider.name,
        provider_id: claim.reference,
        amount_in_paise: claim.amountInPaise,
        claimed_at: clock.now(),
      })
    },

    confirmClaim: ledger.confirmClaim,
    countClaims: ledger.countClaims,

    /** A claim of somebody unproved keeps a hold until staff have had hours to look. */
    claimedUntil: officeHours.nextClosing,

    /** The bound of a hold that a new claim extends: none for the proved; '' if an unproved payer claimed it before. */
    async claimKeeps(tx: Tx, subject: Subject & { proved_at: string | null }): Promise<string> {
      if (subject.proved_at !== null) return '9999'
      return (await ledger.countClaims(tx, subject)) > 0 ? '' : officeHours.nextClosing(tx)
    },

    isReported: ledger.hasConfirmedClaim,

    /**
     * Writes a sum that arrived and what it pays, once for each id; the same money again only seats what waited.
     * Answers the receipt's id. @throws `conflict` if the id stands for other money
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

    /** Nothing of the sum was recorded before. @throws `conflict` if its reference stands for money that was */
    async requireNew(tx: Tx, { provider, providerId }: Money) {
      if (providerId !== null && (await ledger.findKnown(tx, provider, providerId))) throw referenceKnown()
    },

    /** Lets money whose seat was cancelled wait for staff, but for `keptInPaise`. False if there is none. */
    async unseatMoney(tx: Tx, subject: Subject, keptInPaise = 0): Promise<boolean> {
      await shift(tx, subject, { from: 'pays', to: 'waits', keptInPaise })
      return (await arrivedOf(tx, subject)).length > 0
    },

    trailOf: ledger.listEntries,

    findAllocation: ledger.findAllocation,

    countReceived: ledger.countReceived,

    /** Letters lead to the receipts of all that came for these, or to the one that they are about. */
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

    ...createCorrections({ clock, ids }, allocate),

    /**
     * Finds what was recorded before of the money on a line of a statement, and adds the line's reference to it.
     * @throws `conflict` if the reference stands for other money
     */
    async recognise(
      tx: Tx,
      subject: Subject & { reference: string },
      /** While more is due, only the same sum is the same money. */
      money: Pick<Seen, 'reference' | 'words' | 'amountInPaise'> & { restInPaise?: number },
      /** Several of the subject's kind may have one sum. */
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

export interface Entered {
  /** Whole paise; by default all that is due. */
  amount?: number | undefined
  method?: MoneyMethod | undefined
  day?: string | undefined
  reference?: string | undefined
  note?: string | undefined
  acceptDifference?: boolean | undefined
  /** Staff saw that this sum is due. */
  due?: number | undefined
}

export interface Seen {
  /** The bank's number, or the key of the line. */
  reference: string
  /** The bank wrote this in place of a number. */
  words?: string | null
  amountInPaise: number
  acceptDifference: boolean
  day?: string | undefined
}

export function seenMoney({ reference, words = null, day }: Seen, by: Actor): Money {
  return { provider: 'staff', providerId: reference, words, method: 'bank', recordedBy: by.userId, day }
}

/** Stands for the bank's number of a line that has none. */
export const lineKeyOf = (lineId: string) => `LINE-${lineId}`
export const isLineKey = (key: string) => key.startsWith('LINE-')

/** @throws `validation_failed` for a day that has not come */
export function enteredMoney(entered: Entered, own: string, by: Actor, today: string): Money {
  const { reference = '', note, method, day } = entered
  if (day !== undefined && day > today) {
    throw new DomainError('validation_failed', { fields: { day: 'This day has not come yet' } })
  }
  const providerId = bankNumberOf({ reference, description: '' })
  return {
    provider: 'staff',
    providerId,
    // Its own reference is not one of the bank's, and stands beside it anyway.
    words: providerId === null && reference !== own ? reference : null,
    method: method ?? null,
    note: note || null,
    recordedBy: by.userId,
    day,
  }
}

/** The audit log says this of a sum that came: `777.00, UPI, 4312…`. */
export function paidText({ method, providerId, words }: Money, amountInPaise: number): string {
  const how = method && moneyMethodWords[method as MoneyMethod]
  return [decimalRupees(amountInPaise), how, words || providerId || 'marked by hand']
    .filter(Boolean)
    .join(', ')
}

/** A day that is over counts as its noon, since nobody wrote the hour down. */
function happenedAt(day: string | undefined, now: string): string {
  if (day === undefined) return now
  const noon = instantOf(day, '12:00')
  return noon < now ? noon : now
}

/** Staff recorded it, and no reference of the bank proves it. */
export function isUnseen({ provider, providerIds }: Pick<Arrived, 'provider' | 'providerIds'>): boolean {
  return provider === 'staff' && providerIds.length === 0
}

/**
 * True if a line of a statement shows what was recorded before: it has the bank's reference, however it was typed; or
 * staff marked it paid with no reference but `own`, that of the seat, the order or the fee.
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

/** It came before: nothing is written, and nobody reads of another sum. */
export function referenceKnown(): DomainError {
  return refusal('payment-reference-known', { at: 'reference' })
}

function referenceTaken(): DomainError {
  return refusal('payment-reference-taken', {
    fields: { reference: 'Already recorded for another payment' },
  })
}

/** @throws `amount_differs` if another sum came than is due, unless staff saw both */
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
