import { DomainError, refusal } from '../../../contract/errors.ts'
import type { PayableKind } from '../../../contract/money.ts'
import type { PaymentState } from '../../../contract/registrations.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import type { PaymentProvider } from '../../platform/payments/provider.ts'
import { createSimulator } from '../../platform/payments/simulator.ts'
import { createUpi } from '../../platform/payments/upi.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { Arrived, MoneyState, Subject } from './payments.repository.ts'
import * as ledger from './payments.repository.ts'

type Purpose = 'pays' | 'waits'

export { seatDue, seatPayment } from './payments.repository.ts'
export type { Arrived, MoneyState, Subject }
export type PaymentsService = ReturnType<typeof createPaymentsService>

export interface Money {
  /** `staff` for what the school found on its account. */
  provider: PaymentProvider['name'] | 'staff'
  /** The provider's or the bank's id of it; null if nobody knows it. */
  providerId: string | null
  method?: string | null
  note?: string | null
  recordedBy?: string | null
}

/** What became of money that a statement shows: `recorded` where staff had entered that same money before. */
export interface Received {
  outcome: 'settled' | 'recorded' | 'attention'
  receiptId: string
}

export interface Part extends Subject {
  reference: string
  amountInPaise: number
  /** False if the subject has no seat: the part waits for staff. */
  isLive: boolean
}

/** The ledger of money. Rows are only added: a later row with the opposite sign takes an earlier one back. */
export function createPaymentsService({ clock, ids, config }: Deps, school: SchoolService) {
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

  async function allocate(
    tx: Tx,
    receiptId: string,
    { kind, id }: Subject,
    purpose: Purpose,
    amountInPaise: number,
  ): Promise<void> {
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

  /** False if none of the subject's money has the purpose `from`. */
  async function shift(tx: Tx, subject: Subject, from: Purpose, to: Purpose): Promise<boolean> {
    const moving = (await arrivedOf(tx, subject)).filter((receipt) => receipt[from] > 0)
    for (const receipt of moving) {
      await allocate(tx, receipt.id, subject, from, -receipt[from])
      await allocate(tx, receipt.id, subject, to, receipt[from])
    }
    return moving.length > 0
  }

  /** Money that waited for staff has its seat now. */
  const seatMoney = (tx: Tx, subject: Subject) => shift(tx, subject, 'waits', 'pays')

  /** Takes an amount of a receipt back by an entry of its own; answers the entry's id. */
  async function counter(
    tx: Tx,
    receipt: { id: string; provider: string; reference: string | null },
    entry: { kind: 'refund' | 'reversal'; amountInPaise: number; note: string; recordedBy: string },
  ): Promise<string> {
    const id = ids.id()
    await ledger.insertCounterEntry(tx, {
      id,
      kind: entry.kind,
      receipt_id: receipt.id,
      provider: receipt.provider,
      provider_id: null,
      method: null,
      reference: receipt.reference,
      amount_in_paise: -entry.amountInPaise,
      note: entry.note,
      recorded_by: entry.recordedBy,
      happened_at: clock.now(),
      recorded_at: clock.now(),
    })
    return id
  }

  return {
    provider,
    seatMoney,

    arrived: arrivedOf,

    listArrived: ledger.listArrived,

    async moneyOf(db: Queryable, subject: Subject): Promise<MoneyState> {
      const money = await ledger.findMoneyState(db, subject)
      if (!money) throw new Error('money of something that is not there')
      return money
    },

    async states(db: Queryable, kind: PayableKind, subjects: readonly { id: string }[]) {
      const rows = await ledger.listMoneyStates(
        db,
        kind,
        subjects.map(({ id }) => id),
      )
      return new Map(rows.map((row): [string, PaymentState] => [row.subject_id, row.state]))
    },

    /** Somebody says that this was paid. The same claim is written once. */
    async recordClaim(
      tx: Tx,
      subject: Subject,
      claim: { reference: string; amountInPaise: number },
    ): Promise<void> {
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

    /**
     * Writes a sum that arrived and what it pays, once for each id; the same money again only seats what waited. Answers
     * the receipt's id. @throws `conflict` if the id stands for other money
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
      const [first] = parts
      const now = clock.now()
      const receipt = {
        id,
        kind: 'received' as const,
        receipt_id: null,
        provider: money.provider,
        provider_id: providerId,
        method: money.method ?? null,
        reference: first.reference,
        amount_in_paise: parts.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0),
        note: money.note ?? null,
        recorded_by: money.recordedBy ?? null,
        happened_at: now,
        recorded_at: now,
      }
      await ledger.insertReceipt(tx, { ...receipt, of: first })
      if (providerId !== null) {
        const key = { provider: money.provider, provider_id: providerId, receipt_id: id }
        if (!(await ledger.takeKey(tx, key))) throw referenceTaken()
      }
      for (const part of parts) {
        await allocate(tx, id, part, part.isLive ? 'pays' : 'waits', part.amountInPaise)
      }
      return id
    },

    /** Lets money whose seat was cancelled wait for staff. False if there is none. */
    async unseatMoney(tx: Tx, subject: Subject): Promise<boolean> {
      await shift(tx, subject, 'pays', 'waits')
      return (await arrivedOf(tx, subject)).length > 0
    },

    /** Staff sent back what had no seat. False if there was nothing to send back. */
    async refund(
      tx: Tx,
      subject: Subject,
      { note, recordedBy }: { note: string; recordedBy: string },
    ): Promise<boolean> {
      const waiting = (await arrivedOf(tx, subject)).filter(({ waits }) => waits > 0)
      for (const receipt of waiting) {
        const entry = { kind: 'refund' as const, amountInPaise: receipt.waits, note, recordedBy }
        await allocate(tx, await counter(tx, receipt, entry), subject, 'waits', -receipt.waits)
        // A reference that staff typed may come again; a provider's id never does.
        if (receipt.provider === 'staff' && receipt.pays === 0) await ledger.freeKeys(tx, receipt.id)
      }
      return waiting.length > 0
    },

    /**
     * Takes back a mistake, and frees its id. The caller locks all that it paid, or two would take it back twice.
     * @throws `not_found`
     */
    async reverse(
      tx: Tx,
      receiptId: string,
      { note, recordedBy }: { note: string; recordedBy: string },
    ): Promise<void> {
      const receipt = await ledger.findReceipt(tx, receiptId)
      if (receipt?.kind !== 'received') throw new DomainError('not_found')
      const left = (await ledger.listAllocated(tx, receiptId)).filter(({ amount }) => amount !== 0)
      const amountInPaise = left.reduce((sum, { amount }) => sum + amount, 0)
      const entry = { kind: 'reversal' as const, amountInPaise, note, recordedBy }
      const id = await counter(tx, receipt, entry)
      for (const { subject, subject_id, purpose, amount } of left) {
        await allocate(tx, id, { kind: subject, id: subject_id }, purpose, -amount)
      }
      await ledger.freeKeys(tx, receiptId)
    },

    /** Adds the bank's reference to money that was recorded without it. @throws `conflict` if it stands for other money */
    async addReference(tx: Tx, receipt: Arrived, reference: string): Promise<void> {
      if (receipt.providerIds.includes(reference)) return
      const key = { provider: receipt.provider, provider_id: reference, receipt_id: receipt.id }
      if (!(await ledger.takeKey(tx, key))) throw referenceTaken()
    },
  }
}

/** Staff recorded it, and no reference of the bank proves it. */
export function isUnseen({ provider, providerIds }: Pick<Arrived, 'provider' | 'providerIds'>): boolean {
  return provider === 'staff' && providerIds.length === 0
}

function referenceTaken(): DomainError {
  return refusal('payment-reference-taken', {
    fields: { reference: 'Already recorded for another payment' },
  })
}

export function amountDiffers(cameInPaise: number, dueInPaise: number): DomainError {
  return refusal('another-sum', {
    facts: { cameInPaise, dueInPaise },
    details: { came: decimalRupees(cameInPaise), due: decimalRupees(dueInPaise) },
  })
}
