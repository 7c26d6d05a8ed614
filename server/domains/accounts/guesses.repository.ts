import { type SqlBool, sql } from 'kysely'
import type { Queryable } from '../../db/schema.ts'

/**
 * Counts a guess as wrong before it is checked; undefined where it must wait. It is one statement, so that of many
 * guesses at once no more pass than the count allows.
 */
export function countGuess(
  db: Queryable,
  at: {
    key: string
    now: string
    /** A row that was last counted before this begins anew. */
    forgottenBefore: string
    /** No wait ends later; one that does was written before the clock was set back. */
    waitsUntilMax: string
    /** Until when the next one waits after so many wrong ones in a row; the last stands for all more. */
    waits: readonly { fails: number; until: string }[]
  },
): Promise<{ fails: number; allowed_at: string } | undefined> {
  const fails = sql<number>`case when sign_in_guess.last_at <= ${at.forgottenBefore} then 1 else sign_in_guess.fails + 1 end`
  const steps = at.waits.map((wait) => sql`when ${fails} >= ${sql.lit(wait.fails)} then ${wait.until}`)
  const allowedAt = sql<string>`case ${sql.join(steps.toReversed(), sql` `)} else ${at.now} end`
  return db
    .insertInto('sign_in_guess')
    .values({ key: at.key, fails: 1, allowed_at: at.now, last_at: at.now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ fails, allowed_at: allowedAt, last_at: at.now })
        .where(
          sql<SqlBool>`sign_in_guess.allowed_at <= ${at.now} or sign_in_guess.allowed_at > ${at.waitsUntilMax}`,
        ),
    )
    .returning(['fails', 'allowed_at'])
    .executeTakeFirst()
}

export async function findWait(db: Queryable, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_guess')
    .select('allowed_at')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.allowed_at
}

/** Takes a guess back. A wait that it began is over; one that a later guess began stays. */
export async function uncountGuess(
  db: Queryable,
  guess: { key: string; allowedAt: string; now: string },
): Promise<void> {
  await db
    .updateTable('sign_in_guess')
    .set((set) => ({
      fails: set('fails', '-', 1),
      allowed_at: sql<string>`case when allowed_at = ${guess.allowedAt} then ${guess.now} else allowed_at end`,
    }))
    .where('key', '=', guess.key)
    .where('fails', '>', 0)
    .execute()
}

export async function deleteGuesses(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('sign_in_guess').where('key', '=', key).execute()
}

/** Keeps this many rows at most: those with the most wrong guesses, and of equal ones the latest. */
export async function boundGuesses(db: Queryable, rowsMax: number): Promise<void> {
  const { count } = await db
    .selectFrom('sign_in_guess')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const tooMany = Number(count) - rowsMax
  if (tooMany <= 0) return
  const least = db
    .selectFrom('sign_in_guess')
    .select('key')
    .orderBy('fails')
    .orderBy('last_at')
    .limit(tooMany)
  await db.deleteFrom('sign_in_guess').where('key', 'in', least).execute()
}
