import type { Kysely } from 'kysely'
import { indexWords } from './search-index.v1.ts'

/** An index of trigrams for the words of enrolments, bookings, orders and letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexWords(db)
}
