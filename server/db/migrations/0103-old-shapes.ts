import type { Kysely } from 'kysely'
import { isPostgres, run } from './baseline/columns.ts'

/**
 * Drops the tables that 0102 left for servers of 0.9.0, and the triggers between these tables and `registration`. A
 * server that knows 0102 uses neither, and writes the number of seats in each row. Also drops a table and columns of a
 * former sign-in library, which no code writes.
 */
export async function dropOldShapes(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? dropCopies(db) : requireSeats(db))
  await run(db, 'drop table verification')
  for (const column of [
    'accessToken',
    'refreshToken',
    'idToken',
    'accessTokenExpiresAt',
    'refreshTokenExpiresAt',
    'scope',
  ]) {
    await run(db, `alter table account drop column "${column}"`)
  }
  await run(db, 'alter table session drop column "ipAddress"')
}

async function dropCopies(db: Kysely<any>): Promise<void> {
  // PostgreSQL cannot change a table while deferred triggers wait for its rows. Such triggers wait if 0102 ran in the
  // same transaction.
  await run(db, 'set constraints all immediate')
  // A sale locks `registration` first. The lock waits for the running sales, and new sales wait here before they lock
  // anything.
  await run(db, 'lock table registration, batch, course in access exclusive mode')
  for (const name of [
    'hold_to_registration',
    'ask_to_registration',
    'seat_for_ask',
    'registration_to_hold',
  ]) {
    await run(db, `drop function ${name} cascade`)
  }
  await run(db, 'drop table silent_hold, asked_seat')
  await run(db, 'alter table registration alter column seats set default 1, alter column seats set not null')
}

/** SQLite reads the rows once and writes none of them. */
const requireSeats = (db: Kysely<any>) => run(db, 'alter table registration alter column seats set not null')
