import { type Kysely, sql } from 'kysely'
import { createIndexes, createUniqueIndexes, flag, key, oneOf, paise, required, zero } from './columns.ts'

export async function createSeats(db: Kysely<any>): Promise<void> {
  await createSeat(db)
  await createHolds(db)
  await createWaitingList(db)
}

/**
 * A row is a seat in a batch that must be paid for. The seat was taken by the enrolment dialog, or booked from the
 * calendar.
 */
async function createSeat(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('seat')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', oneOf('kind', 'enrolment', 'event-booking'))
    .addColumn('reference', 'text', required)
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id'))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    // The address as folded by `mailboxOf`, so that one mailbox counts as one person.
    .addColumn('mailbox', 'text')
    .addColumn('question', 'text')
    // A note of staff, which is never shown to the student.
    .addColumn('staff_note', 'text')
    // The id of the payer's own seat, in every seat that one payer takes at once. `group_place` is the order of these
    // seats.
    .addColumn('group_id', 'text', (c) => c.references('seat.id'))
    .addColumn('group_place', 'integer', (c) => c.notNull().defaultTo(0).check(sql`group_place >= 0`))
    // 0 while nobody has named the guest of this seat; `name` is the payer's name until then.
    .addColumn('is_named', 'integer', flag('is_named', 1))
    .addColumn('payment_method', 'text')
    // A reference that the browser chose for a booking. A booking that is sent twice is recognised by it.
    .addColumn('transaction_id', 'text')
    .addColumn('coupon_code', 'text')
    .addColumn('discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(sql`discount_in_paise >= 0`),
    )
    // The price after the discount.
    .addColumn('amount_in_paise', 'bigint', paise('amount_in_paise'))
    // A copy of the ledger's sums, which triggers update (`money.ts`).
    .addColumn('paid_in_paise', 'bigint', zero)
    .addColumn('waits_in_paise', 'bigint', zero)
    .addColumn('refunded_in_paise', 'bigint', zero)
    .addColumn('status', 'text', oneOf('status', 'pending', 'confirmed', 'expired', 'cancelled'))
    // Increases when staff correct the address, so that a link sent to the earlier address proves nothing.
    .addColumn('proof_turn', 'integer', zero)
    .addColumn('proved_at', 'text')
    .addColumn('hold_until', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('seat_reference', ['reference', 'kind'])
    .addCheckConstraint('seat_transaction', sql`(kind = 'event-booking') = (transaction_id is not null)`)
    .execute()

  await createIndexes(db, {
    seat_batch: 'seat (batch_id, status)',
    seat_hold: 'seat (status, hold_until)',
    seat_created: 'seat (created_at, id)',
    seat_email: 'seat (email)',
    seat_phone: 'seat (phone)',
    seat_mailbox: 'seat (mailbox)',
    seat_group: 'seat (group_id) where group_id is not null',
    // Bookings are recognised by `transaction_id` and not by `kind`, because SQLite prepares a statement that binds a
    // kind each time.
    seat_booked: 'seat (created_at, id) where transaction_id is not null',
    seat_by_transaction: 'seat (transaction_id) where transaction_id is not null',
    // SQLite without statistics prefers an index on a column of the condition, so each partial index begins with such a
    // column. The indexes find seats that are not fully paid, and expired seats by seat and by payer.
    seat_owing: `seat (status, created_at, id) where status = 'confirmed' and paid_in_paise < amount_in_paise`,
    seat_expired: `seat (status, created_at, id) where status = 'expired'`,
    seat_expired_payer: `seat (status, group_id) where status = 'expired' and group_id is not null`,
    // Few seats are held without a proved address. Each new hold counts them by this index.
    seat_unproved: `seat (batch_id) where proved_at is null and status in ('pending', 'confirmed')`,
  })
  await createUniqueIndexes(db, {
    // The same booking that is sent twice makes only one seat.
    seat_once: 'seat (course_id, email, transaction_id) where transaction_id is not null',
  })
}

/** Creates the holds that precede a seat, and the counts that limit the holds of people without a proved address. */
async function createHolds(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row holds seats while somebody pays in the booking dialog. The row counts in `batch.taken`, and appears in no
  // list.
  await schema
    .createTable('silent_hold')
    .addColumn('id', 'text', key)
    // The later booking has the same reference.
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id'))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('mailbox', 'text', required)
    .addColumn('transaction_id', 'text', required)
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1).check(sql`seats >= 1`))
    // The price of one seat.
    .addColumn('amount_in_paise', 'bigint', paise('amount_in_paise'))
    .addColumn('state', 'text', oneOf('state', 'live', 'completed', 'ended', 'released'))
    .addColumn('seat_id', 'text', (c) => c.references('seat.id'))
    .addColumn('proved_at', 'text')
    .addColumn('hold_until', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is a request for a seat, which is held once somebody opens the link in the e-mail. The request counts nowhere
  // before that.
  await schema
    .createTable('asked_seat')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', oneOf('kind', 'enrolment', 'event-booking', 'seat-hold'))
    // The later seat or hold has the same reference and id.
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('course_id', 'text', required)
    .addColumn('batch_id', 'text', required)
    .addColumn('starts_on', 'text')
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('transaction_id', 'text')
    .addColumn('amount_in_paise', 'bigint', paise('amount_in_paise'))
    // The original request, which the link sends again.
    .addColumn('body', 'text', required)
    .addColumn('ends_at', 'text', required)
    .addColumn('pressed_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is the keyed hash of a phone number or mailbox. On PostgreSQL a new hold locks the row, so that other holds
  // with the same hash wait.
  await schema
    .createTable('hold_person')
    .addColumn('key', 'text', key)
    .addColumn('day', 'text', required)
    .execute()

  // A row counts the holds without a proved address that one network took on one day in the school's time zone.
  await schema
    .createTable('hold_quota')
    .addColumn('network', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('taken', 'integer', (c) => c.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('hold_quota_key', ['network', 'day'])
    .execute()

  await createIndexes(db, {
    silent_hold_batch: 'silent_hold (batch_id, state)',
    silent_hold_until: 'silent_hold (state, hold_until)',
    silent_hold_phone: 'silent_hold (phone)',
    silent_hold_mailbox: 'silent_hold (mailbox)',
    silent_hold_created: 'silent_hold (created_at)',
    asked_seat_email: 'asked_seat (email)',
    asked_seat_created_at: 'asked_seat (created_at)',
  })
  await createUniqueIndexes(db, {
    // A dialog that is opened a second time finds the same hold. After a hold was given back, another hold may take its
    // place.
    silent_hold_once: `silent_hold (course_id, email, transaction_id) where state = 'live'`,
  })
}

/** A row is a person who asked for a seat in a full batch. An e-mail address has one row per batch. */
async function createWaitingList(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('waiting_list_entry')
    .addColumn('id', 'text', key)
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id'))
    .addColumn('full_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('status', 'text', (c) =>
      oneOf('status', 'waiting', 'offered', 'taken', 'lapsed', 'left')(c).defaultTo('waiting'),
    )
    // The place in the waiting list of the batch.
    .addColumn('place', 'integer', zero)
    .addColumn('enrolment_id', 'text')
    .addColumn('offer_until', 'text')
    .addColumn('proved_at', 'text')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('waiting_list_once', ['batch_id', 'email'])
    .execute()

  await createIndexes(db, {
    waiting_list_turn: 'waiting_list_entry (batch_id, status, place)',
    waiting_list_offers: 'waiting_list_entry (status, offer_until)',
    waiting_list_entry_email: 'waiting_list_entry (email)',
    waiting_list_entry_phone: 'waiting_list_entry (phone)',
  })
}
