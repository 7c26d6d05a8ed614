import { type Kysely, sql } from 'kysely'
import { dropTrigger } from './drop-trigger.v1.ts'
import { trackStudents } from './running-totals.v1.ts'

/** Enrolments and event bookings are seats of two kinds, in one table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('seat')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('enrolment', 'event-booking')`))
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('question', 'text')
    .addColumn('payment_method', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise >= 0`))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('pending', 'confirmed', 'expired', 'cancelled')`),
    )
    .addColumn('hold_until', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('staff_note', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('seat_reference', ['reference', 'kind'])
    .addCheckConstraint('seat_transaction', sql`(kind = 'event-booking') = (transaction_id is not null)`)
    .execute()
  const shared = sql`id, reference, course_id, batch_id, email, phone, amount_in_paise, status, hold_until, confirmed_at, staff_note, created_at`
  await sql`
    insert into seat (kind, name, question, payment_method, ${shared})
    select 'enrolment', full_name, questions, payment_method, ${shared} from enrolment`.execute(db)
  await sql`
    insert into seat (kind, name, question, transaction_id, ${shared})
    select 'event-booking', first_name || ' ' || last_name, special_requirements, transaction_id, ${shared}
    from event_booking`.execute(db)
  for (const [name, ...columns] of [
    ['batch', 'batch_id', 'status'],
    ['hold', 'status', 'hold_until'],
    ['created', 'created_at', 'id'],
    ['email', 'email'],
    ['phone', 'phone'],
  ] as [string, ...string[]][]) {
    await schema.createIndex(`seat_${name}`).on('seat').columns(columns).execute()
  }
  // Of bookings alone: an enrolment has nothing to add to these. Not by `kind`: SQLite would prepare every statement that
  // binds a kind anew each time that it runs.
  await sql`create unique index seat_once on seat (course_id, email, transaction_id) where transaction_id is not null`.execute(
    db,
  )
  await sql`create index seat_by_transaction on seat (transaction_id) where transaction_id is not null`.execute(
    db,
  )
  await sql`create index seat_booked on seat (created_at, id) where transaction_id is not null`.execute(db)

  for (const table of ['enrolment', 'event_booking']) await dropTrigger(db, `students_${table}`, table)
  await sql`delete from student_seats`.execute(db)
  await trackStudents(db, 'seat')

  await sql`drop view money_state`.execute(db)
  await schema.dropTable('enrolment').execute()
  await schema.dropTable('event_booking').execute()
  await createMoneyState(db)
}

/**
 * The view of `0026-ledger.ts` over one table of seats. Every column has one type in both parts, or SQLite would compute
 * all rows to find one.
 */
async function createMoneyState(db: Kysely<unknown>): Promise<void> {
  const sumOf = (purpose: string, subject: string, table: string) => `
    cast(coalesce((select sum(allocation.amount_in_paise) from allocation where allocation.subject = ${subject}
      and allocation.subject_id = ${table}.id and allocation.purpose = '${purpose}'), 0) as bigint)`
  const stateOf = (subject: string, table: string, owes: string) => {
    const [paid, waits] = [sumOf('pays', subject, table), sumOf('waits', subject, table)]
    const claimed = `exists (select 1 from claim where claim.subject = ${subject} and claim.subject_id = ${table}.id
      and not exists (select 1 from receipt where receipt.claim_id = claim.id))`
    return `
      select cast(${subject} as text) as subject, ${table}.id as subject_id, cast(${owes} as bigint) as owes_in_paise,
        ${paid} as paid_in_paise, ${waits} as unseated_in_paise, case when ${claimed} then 1 else 0 end as is_claimed,
        case when ${waits} > 0 or ${paid} >= ${owes} then 0 else ${owes} - ${paid} end as due_in_paise,
        case when ${waits} > 0 then 'attention' when ${paid} >= ${owes} then 'paid'
          when ${claimed} then 'checking' else 'due' end as state
      from ${table}`
  }
  const owedByOrder = `(case when shop_order.payment_status in ('paid', 'refunded')
    then ${sumOf('pays', `'order'`, 'shop_order')} else shop_order.total_in_paise end)`
  const parts = [
    stateOf('seat.kind', 'seat', 'seat.amount_in_paise'),
    stateOf(`'order'`, 'shop_order', owedByOrder),
  ]
  await sql.raw(`create view money_state as ${parts.join(' union all ')}`).execute(db)
}
