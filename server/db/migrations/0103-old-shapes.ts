import type { Kysely } from 'kysely'
import { isPostgres, run } from './baseline/columns.ts'

/**
 * The tables that 0102 left for servers of 0.9.0 go, with the triggers between them and `registration`. A server that has 0102
 * uses neither, and says of each row how many seats it counts. What a library of sign-in left goes too: nobody writes it.
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
  // PostgreSQL changes no table for which counts of 0102's rows still wait, where both run in one transaction.
  await run(db, 'set constraints all immediate')
  // A sale reads `registration` first: those that have begun end, and others wait there, where they hold nothing yet.
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

/** SQLite reads the rows once, and writes none. */
const requireSeats = (db: Kysely<any>) => run(db, 'alter table registration alter column seats set not null')
