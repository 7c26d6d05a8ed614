import type { Queryable } from '../../server/db/schema.ts'
import type { Due } from '../../server/domains/money/payments/payable.ts'
import type { TestApp } from './app.ts'

async function entriesOf({ db }: TestApp, subjectId: string) {
  return db.read
    .selectFrom('allocation')
    .innerJoin('receipt', 'receipt.id', 'allocation.receipt_id')
    .selectAll('receipt')
    .select(['allocation.subject', 'allocation.subject_id', 'purpose', 'allocation.amount_in_paise as part'])
    .where('allocation.subject_id', '=', subjectId)
    .orderBy('receipt.recorded_at')
    .execute()
}

/** Lists the open claims for a seat or an order, and the payments for it that were not refunded. */
export async function paymentsOf(app: TestApp, subjectId: string) {
  const claims = await app.db.read
    .selectFrom('claim')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('receipt')
        .select('claim_id')
        .where('claim_id', 'is not', null)
        .$castTo<{ claim_id: string }>(),
    )
    .execute()
  const entries = await entriesOf(app, subjectId)
  const sum = (id: string, purpose?: string) =>
    entries
      .filter((entry) => (entry.receipt_id ?? entry.id) === id && (!purpose || entry.purpose === purpose))
      .reduce((paise, { part }) => paise + Number(part), 0)
  const received = new Map(
    entries.filter(({ kind }) => kind === 'received').map((entry) => [entry.id, entry]),
  )
  return [
    ...claims.map(({ provider_id, claimed_at, ...claim }) => ({
      ...claim,
      provider_reference: provider_id,
      status: 'claimed' as const,
      note: null,
      recorded_by: null,
      settled_at: null,
    })),
    ...[...received.values()]
      .filter(({ id }) => sum(id) !== 0)
      .map(
        ({ id, subject, subject_id, provider, provider_id, reference, note, recorded_by, happened_at }) => ({
          id,
          subject,
          subject_id,
          provider,
          provider_reference: provider_id ?? reference,
          amount_in_paise: sum(id),
          status: sum(id, 'waits') > 0 ? ('attention' as const) : ('settled' as const),
          note,
          recorded_by,
          settled_at: happened_at,
        }),
      ),
  ]
}

/** Lists the refunds, with the provider's id of the refunded payment. */
export async function refundsOf(app: TestApp, subjectId: string) {
  const entries = await entriesOf(app, subjectId)
  return entries
    .filter(({ kind }) => kind === 'refund')
    .map(({ receipt_id, part, note }) => ({
      amount_in_paise: -Number(part),
      provider_reference: entries.find(({ id }) => id === receipt_id)?.provider_id ?? null,
      note,
    }))
}

/**
 * Adds up the ledger's rows for a subject: `pays` is the money that pays for the subject, `waits` the money that waits
 * for staff.
 */
export async function sumsOf(db: Queryable, subjectId: string): Promise<{ pays: number; waits: number }> {
  const rows = await db
    .selectFrom('allocation')
    .select(['purpose', 'amount_in_paise'])
    .where('subject_id', '=', subjectId)
    .execute()
  const sum = (purpose: string) =>
    rows.reduce((all, row) => all + (row.purpose === purpose ? Number(row.amount_in_paise) : 0), 0)
  return { pays: sum('pays'), waits: sum('waits') }
}

/** Computes a debt from the ledger, since the view `money_state` does not contain a table that a test makes. */
export async function owedByLedger(
  db: Queryable,
  { id, reference, priceInPaise }: { id: string; reference: string; priceInPaise: number },
): Promise<Due> {
  const { pays, waits } = await sumsOf(db, id)
  const claims = db.selectFrom('claim').select('id').where('subject_id', '=', id).where('is_open', '=', 1)
  const unpaid = (await claims.executeTakeFirst()) ? 'checking' : 'due'
  return {
    id,
    reference,
    state: waits > 0 ? 'attention' : pays >= priceInPaise ? 'paid' : unpaid,
    dueInPaise: Math.max(0, priceInPaise - pays - waits),
    waitsInPaise: waits,
    paysBackInPaise: pays,
  }
}

/** Writes a receipt with one allocation; `work` runs in the same transaction. */
export async function addMoney(
  app: TestApp,
  money: {
    id: string
    subject?: 'enrolment' | 'event-booking' | 'order'
    subjectId: string
    purpose?: 'pays' | 'waits'
    amountInPaise: number
    at: string
    note?: string
  },
  work?: (tx: Parameters<Parameters<typeof app.db.transaction>[0]>[0]) => Promise<void>,
): Promise<void> {
  const { id, subject = 'enrolment', subjectId, purpose = 'pays', amountInPaise, at, note = null } = money
  await app.db.transaction(async (tx) => {
    const amount_in_paise = amountInPaise
    const entry = { id, kind: 'received' as const, provider: 'upi', provider_id: id, amount_in_paise, note }
    await tx
      .insertInto('receipt')
      .values({ ...entry, happened_at: at, recorded_at: at })
      .execute()
    await tx
      .insertInto('allocation')
      .values({ id, receipt_id: id, subject, subject_id: subjectId, purpose, amount_in_paise, at })
      .execute()
    await work?.(tx)
  })
}

/** Makes a seat's money wait for staff, as cancelling the seat does. */
export async function unseat(app: TestApp, subjectId: string): Promise<void> {
  const { ids, clock } = app.deps
  const rows = await app.db.read
    .selectFrom('allocation')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .execute()
  await app.db.transaction(async (tx) => {
    for (const row of rows) {
      const moved = { ...row, at: clock.now() }
      await tx
        .insertInto('allocation')
        .values([
          { ...moved, id: ids.id(), amount_in_paise: -row.amount_in_paise },
          { ...moved, id: ids.id(), purpose: 'waits' },
        ])
        .execute()
    }
  })
}

/** Tables of the ledger, in the order in which their rows can be deleted. */
export const ledgerTables = ['bank_match', 'allocation', 'receipt_key', 'receipt', 'claim'] as const
