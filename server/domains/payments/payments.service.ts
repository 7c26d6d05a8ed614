import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import type { PaymentState } from '../../../contract/registrations.ts'
import { amountInWords, decimalRupees } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import type { PaymentSubject, Schema } from '../../db/schema.ts'
import type { PaymentProvider } from '../../platform/payments/provider.ts'
import { createSimulator } from '../../platform/payments/simulator.ts'
import { createUpi } from '../../platform/payments/upi.ts'
import type { Deps } from '../deps.ts'
import type { SchoolService } from '../school/school.service.ts'
import {
  findPayment,
  insertPayment,
  listPayments,
  movePaymentToRefunds,
  type PaymentRow,
  updatePayment,
} from './payments.repository.ts'

export type { PaymentRow }
export type PaymentsService = ReturnType<typeof createPaymentsService>

/** What money is for. Whoever writes in the ledger holds the lock of the subject's own row. */
export interface Subject {
  kind: PaymentSubject
  id: string
}

/** Money that arrived. */
export interface Money {
  /** `staff` for what the school found on its account; else the provider's name. */
  provider: PaymentProvider['name'] | 'staff'
  reference: string
  amountInPaise: number
  note?: string | null
  /** User id of whoever recorded it. */
  recordedBy?: string | null
}

/** The ledger of money: what was claimed, what arrived, what arrived and has no seat (readings M1, S4). */
export function createPaymentsService({ clock, ids, config }: Deps, school: SchoolService) {
  const provider: PaymentProvider =
    config.paymentProvider === 'upi'
      ? createUpi(async () => {
          const { upiId, upiName } = await school.current()
          return { id: upiId, name: upiName }
        })
      : createSimulator()

  return {
    provider,

    /** Rows of one subject, oldest first. */
    list: (db: Queryable, subject: Subject) => listPayments(db, subject.kind, [subject.id]),

    /** Somebody says that this was paid. However often, it is one row. */
    async recordClaim(
      tx: Transaction<Schema>,
      subject: Subject,
      claim: { reference: string; amountInPaise: number },
    ): Promise<void> {
      await insertPayment(tx, {
        id: ids.id(),
        subject: subject.kind,
        subject_id: subject.id,
        provider: provider.name,
        amount_in_paise: claim.amountInPaise,
        status: 'claimed',
        provider_reference: claim.reference,
        note: null,
        recorded_by: null,
        created_at: clock.now(),
        settled_at: null,
      })
    },

    /**
     * Writes money that arrived: once per provider and reference, in the place of an open claim where there is one.
     * @param status `attention` where it could not be seated
     * @throws `conflict` where the reference stands for other money
     */
    async settle(
      tx: Transaction<Schema>,
      subject: Subject,
      money: Money,
      status: 'settled' | 'attention',
    ): Promise<void> {
      const known = await findPayment(tx, money.provider, money.reference)
      if (known && !isOf(known, subject)) throw referenceTaken()
      const claim = (await listPayments(tx, subject.kind, [subject.id])).find(
        (row) => row.status === 'claimed',
      )
      const values = {
        provider: money.provider,
        provider_reference: money.reference,
        amount_in_paise: money.amountInPaise,
        status,
        note: money.note ?? null,
        recorded_by: money.recordedBy ?? null,
        settled_at: clock.now(),
      }
      if (known) {
        if (known.status !== 'settled') await updatePayment(tx, known.id, { status, settled_at: clock.now() })
      } else if (claim) {
        if (!(await updatePayment(tx, claim.id, values))) throw referenceTaken()
      } else {
        const isNew = await insertPayment(tx, {
          id: ids.id(),
          subject: subject.kind,
          subject_id: subject.id,
          created_at: clock.now(),
          ...values,
        })
        if (!isNew) throw referenceTaken()
      }
    },

    /** Money that waited for staff has its seat now. */
    async seatMoney(tx: Transaction<Schema>, subject: Subject): Promise<void> {
      for (const row of await listPayments(tx, subject.kind, [subject.id])) {
        if (row.status === 'attention') await updatePayment(tx, row.id, { status: 'settled' })
      }
    },

    /** Money whose seat was cancelled waits for staff: they give it back, or another seat. True where there is some. */
    async unseatMoney(tx: Transaction<Schema>, subject: Subject): Promise<boolean> {
      const arrived = (await listPayments(tx, subject.kind, [subject.id])).filter(hasArrived)
      for (const row of arrived) await updatePayment(tx, row.id, { status: 'attention' })
      return arrived.length > 0
    },

    /** Staff sent back what had no seat: it is no payment any more. False where there was nothing to send back. */
    async refund(
      tx: Transaction<Schema>,
      subject: Subject,
      { note, recordedBy }: { note: string; recordedBy: string },
    ): Promise<boolean> {
      const unseated = (await listPayments(tx, subject.kind, [subject.id])).filter(
        (row) => row.status === 'attention',
      )
      for (const row of unseated) {
        const { id, provider, provider_reference, amount_in_paise, settled_at } = row
        await movePaymentToRefunds(tx, {
          id,
          subject: subject.kind,
          subject_id: subject.id,
          provider,
          provider_reference,
          amount_in_paise,
          settled_at,
          note,
          refunded_at: clock.now(),
          recorded_by: recordedBy,
        })
      }
      return unseated.length > 0
    },

    /** The bank's own reference of money that was recorded without one. @throws `conflict` where it stands for other money */
    async setReference(tx: Transaction<Schema>, row: PaymentRow, reference: string): Promise<void> {
      if (!(await updatePayment(tx, row.id, { provider_reference: reference }))) throw referenceTaken()
    },

    /** Where the money of each seat stands; `isFree` seats owe nothing. */
    async states(
      db: Queryable,
      kind: PaymentSubject,
      seats: readonly { id: string; amount_in_paise: number }[],
    ): Promise<Map<string, PaymentState>> {
      const rows = await listPayments(
        db,
        kind,
        seats.map(({ id }) => id),
      )
      const bySeat = Map.groupBy(rows, (row) => row.subject_id)
      return new Map(
        seats.map((seat) => [seat.id, paymentState(seat.amount_in_paise, bySeat.get(seat.id) ?? [])]),
      )
    },
  }
}

/** Money that is here, and not a claim alone. */
export function hasArrived({ status }: Pick<PaymentRow, 'status'>): boolean {
  return status !== 'claimed'
}

/** Paise of a seat that are settled. */
export function settledOf(rows: readonly PaymentRow[]): number {
  return rows.filter((row) => row.status === 'settled').reduce((sum, row) => sum + row.amount_in_paise, 0)
}

/** Where the money of a seat stands, of its ledger rows. */
export function paymentState(amountInPaise: number, rows: readonly PaymentRow[]): PaymentState {
  if (rows.some((row) => row.status === 'attention')) return 'attention'
  if (settledOf(rows) >= amountInPaise) return 'paid'
  return rows.some((row) => row.status === 'claimed') ? 'checking' : 'due'
}

function isOf(row: PaymentRow, subject: Subject): boolean {
  return row.subject === subject.kind && row.subject_id === subject.id
}

function referenceTaken(): DomainError {
  return new DomainError('conflict', {
    message: 'This payment reference is already recorded for somebody else. Please check it and try again.',
    fields: { reference: 'Already recorded for another payment' },
  })
}

/** Another sum came than is due: staff may take it all the same. */
export function amountDiffers(cameInPaise: number, dueInPaise: number): DomainError {
  const [came, due] = [cameInPaise, dueInPaise].map(amountInWords)
  return new DomainError('amount_differs', {
    message: `${came} came, and ${due} is due.`,
    details: { came: decimalRupees(cameInPaise), due: decimalRupees(dueInPaise) },
  })
}
