import { type Kysely, sql } from 'kysely'
import { createIndexes, flag, key, oneOf, required, run, zero } from './columns.ts'

/** Creates the tables of messages to the school and from the school. */
export async function createMessages(db: Kysely<any>): Promise<void> {
  await createEnquiries(db)
  await createLetters(db)
}

async function createEnquiries(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a question of a visitor, or a complaint about an order.
  await schema
    .createTable('enquiry')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('question', 'text')
    .addColumn('order_id', 'text', (c) => c.references('shop_order.id'))
    .addColumn('concern', 'text')
    .addColumn('answered_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  await schema
    .createTable('enquiry_picture')
    .addColumn('enquiry_id', 'text', (c) => c.notNull().references('enquiry.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('enquiry_picture_key', ['enquiry_id', 'position'])
    .execute()

  // A row is a visitor's wish for a bouquet. The name is null if staff entered the wish.
  await schema
    .createTable('custom_request')
    .addColumn('id', 'text', key)
    .addColumn('product_id', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('comment', 'text', required)
    .addColumn('picture_base', 'text', (c) => c.references('picture.base'))
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  await createIndexes(db, {
    enquiry_created: 'enquiry (created_at, id)',
    enquiry_answered: 'enquiry (answered_at, deleted_at, created_at, id)',
    enquiry_order: 'enquiry (order_id) where order_id is not null',
    enquiry_picture_base: 'enquiry_picture (picture_base)',
    custom_request_created: 'custom_request (created_at, id)',
    // A person's page searches all tables for the person's e-mail address and phone number.
    enquiry_email: 'enquiry (email)',
    enquiry_phone: 'enquiry (phone)',
    custom_request_email: 'custom_request (email)',
    custom_request_phone: 'custom_request (phone)',
  })
}

async function createLetters(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a message that a transaction promised to send. A cause has at most one message.
  await schema
    .createTable('outbox')
    .addColumn('id', 'text', key)
    .addColumn('cause', 'text', (c) => c.notNull().unique())
    // The seat or waiting-list entry that the message is about. Unsent messages are found by this column to withdraw
    // them.
    .addColumn('about', 'text')
    .addColumn('template', 'text', required)
    .addColumn('channel', 'text', oneOf('channel', 'email', 'chat'))
    .addColumn('locale', 'text', (c) => c.notNull().defaultTo('en'))
    .addColumn('recipient', 'text', required)
    .addColumn('data', 'text', required)
    // 1 if the message may repeat text that people typed: chat messages, and e-mails to the school or to a proved
    // address.
    .addColumn('has_typed_words', 'integer', flag('has_typed_words', 0))
    // `by-hand`: staff send it by chat. `dead`: all attempts failed. `held`: over a limit, until staff send it.
    // `withdrawn`: cancelled before it was sent.
    .addColumn(
      'status',
      'text',
      oneOf('status', 'queued', 'sending', 'sent', 'dead', 'by-hand', 'held', 'withdrawn'),
    )
    .addColumn('attempts', 'integer', zero)
    .addColumn('last_error', 'text')
    .addColumn('next_attempt_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('sent_at', 'text')
    .execute()

  // A row counts the e-mails to one unproved address on one day. `mailbox` is a keyed hash.
  await schema
    .createTable('letter_count')
    .addColumn('mailbox', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('letters', 'integer', (c) => c.notNull().check(sql`letters >= 0`))
    .addPrimaryKeyConstraint('letter_count_pk', ['mailbox', 'day'])
    .execute()

  // A row counts the e-mails to unproved addresses that one network caused on one day. `next_link_at` is the earliest
  // time of the next link.
  await schema
    .createTable('letter_quota')
    .addColumn('network', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('letters', 'integer', (c) => c.notNull().check(sql`letters >= 0`))
    .addColumn('next_link_at', 'text')
    .addPrimaryKeyConstraint('letter_quota_key', ['network', 'day'])
    .execute()

  // A row contains the time until which all servers together are busy with sending, in milliseconds since 1970.
  await schema
    .createTable('pace')
    .addColumn('name', 'text', key)
    .addColumn('until_ms', 'bigint', required)
    .execute()
  // Servers lock the row `letters`, so it exists from the start.
  await run(db, `insert into pace (name, until_ms) values ('letters', 0)`)

  await createIndexes(db, {
    outbox_due: 'outbox (status, next_attempt_at)',
    outbox_created: 'outbox (created_at, id)',
    outbox_state: 'outbox (status, created_at, id)',
    outbox_about: 'outbox (about, status)',
    outbox_recipient: 'outbox (recipient, created_at)',
    letter_count_day: 'letter_count (day)',
  })
}
