import { type SqlBool, sql } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Deps } from '../../deps.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The first wait begins after this number of wrong attempts in a row. Several attempts are free, because people
 * mistype.
 */
export const freeGuesses = 5
/**
 * The first wait, and the waits after further wrong attempts. The last wait repeats, so that nobody is locked out for
 * good.
 */
const waitsMs = [30 * second, minute, 2 * minute, 4 * minute, 8 * minute, 15 * minute]
const longestWaitMs = Math.max(...waitsMs)
/** The count is reset after this time without a wrong attempt. */
export const forgottenAfterMs = 24 * hour

export function delayAfter(fails: number): number {
  if (fails < freeGuesses) return 0
  return waitsMs[fails - freeGuesses] ?? longestWaitMs
}

/** An attempt that counts as wrong until `giveBack` or `forget` is called. */
export interface Guess {
  readonly key: string
  readonly fails: number
  readonly allowedAt: string
}

/**
 * Slows guesses at one address or device, from all networks together. The database stores addresses and devices only as
 * a keyed hash.
 */
export function createGuesses(
  { db, clock, seal }: Pick<Deps, 'db' | 'clock' | 'seal'>,
  { rowsMax = 100_000, lookEvery = 1_000 } = {},
) {
  const keyOf = (what: string) => seal.fingerprint(`guess ${what}`)
  let madeSinceLook = 0

  return {
    /**
     * @param what the address or device whose attempts are counted, such as `address asha@post.example` @throws
     * DomainError `rate_limited`, with the seconds to wait
     */
    async take(what: string) {
      const key = keyOf(what)
      const now = clock.now()
      const counted = await countGuess(db.write, key, now)
      if (counted === undefined) {
        const waiting = db.write.selectFrom('sign_in_guess').select('allowed_at').where('key', '=', key)
        const row = await waiting.executeTakeFirst()
        const waitMs = Date.parse(row?.allowed_at ?? now) - clock.ms()
        const seconds = Math.max(1, Math.ceil(waitMs / second))
        throw refusal('many-guesses', { facts: { seconds }, retryAfterSeconds: seconds })
      }
      // Counting the rows is expensive, so it happens only now and then.
      if (counted.fails === 1 && ++madeSinceLook >= lookEvery) {
        madeSinceLook = 0
        await boundGuesses(db.write, rowsMax)
      }
      return { key, fails: counted.fails, allowedAt: counted.allowed_at }
    },

    /** Undoes the count of an attempt that was not wrong, and ends the wait that it started. */
    async giveBack({ key, allowedAt }: Guess) {
      await db.write
        .updateTable('sign_in_guess')
        .set((set) => ({
          fails: set('fails', '-', 1),
          allowed_at: sql<string>`case when allowed_at = ${allowedAt} then ${clock.now()} else allowed_at end`,
        }))
        .where('key', '=', key)
        .where('fails', '>', 0)
        .execute()
    },

    forget: ({ key }: Guess) => deleteGuesses(db.write, key),

    forgetIn: (tx: Tx, what: string) => deleteGuesses(tx, keyOf(what)),
  }
}

/** Undefined if the attempt must wait. One statement checks and counts, so that parallel attempts respect the limit. */
function countGuess(db: Queryable, key: string, now: string) {
  const forgottenBefore = addMs(now, -forgottenAfterMs)
  // A wait longer than `longestWaitMs` was written before the system clock was set back, so it is ignored.
  const waitsUntilMax = addMs(now, longestWaitMs)
  const fails = sql<number>`case when sign_in_guess.last_at <= ${forgottenBefore} then 1 else sign_in_guess.fails + 1 end`
  const steps = waitsMs.map(
    (ms, n) => sql`when ${fails} >= ${sql.lit(freeGuesses + n)} then ${addMs(now, ms)}`,
  )
  const allowedAt = sql<string>`case ${sql.join(steps.toReversed(), sql` `)} else ${now} end`
  return db
    .insertInto('sign_in_guess')
    .values({ key, fails: 1, allowed_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ fails, allowed_at: allowedAt, last_at: now })
        .where(
          sql<SqlBool>`sign_in_guess.allowed_at <= ${now} or sign_in_guess.allowed_at > ${waitsUntilMax}`,
        ),
    )
    .returning(['fails', 'allowed_at'])
    .executeTakeFirst()
}

async function deleteGuesses(db: Queryable, key: string) {
  await db.deleteFrom('sign_in_guess').where('key', '=', key).execute()
}

/** Keeps `rowsMax` rows: the rows with the most wrong attempts, then the latest rows. */
async function boundGuesses(db: Queryable, rowsMax: number) {
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
