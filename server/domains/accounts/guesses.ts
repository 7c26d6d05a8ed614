import type { Transaction } from 'kysely'
import { type DomainError, refusal } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { boundGuesses, countGuess, deleteGuesses, findWait, uncountGuess } from './guesses.repository.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** So many wrong ones in a row cost nothing but themselves: people mistype. The last of them begins the waiting. */
export const freeGuesses = 5
/** What each wrong one from the last free one on costs. The last wait stands for all more: nobody is locked out. */
const waitsMs = [30 * second, minute, 2 * minute, 4 * minute, 8 * minute, 15 * minute]
const longestWaitMs = Math.max(...waitsMs)
/** After so long without a wrong one the count begins anew. */
export const forgottenAfterMs = 24 * hour

const rowsMaxDefault = 100_000
const lookEveryDefault = 1_000

/** How long the next guess waits after so many wrong ones in a row. */
export function delayAfter(fails: number): number {
  if (fails < freeGuesses) return 0
  return waitsMs[fails - freeGuesses] ?? longestWaitMs
}

/** A guess that was let through, counted as wrong until `giveBack` or `forget`. */
export interface Guess {
  readonly key: string
  /** Wrong ones in a row, this one among them. */
  readonly fails: number
  readonly allowedAt: string
}

export type Guesses = ReturnType<typeof createGuesses>

/**
 * Makes guessing slow, from however many networks: for each thing that is guessed at, the wait grows with every wrong
 * one. Never a lock. What is guessed at is known by a keyed hash alone.
 */
export function createGuesses(
  { db, clock, seal }: Pick<Deps, 'db' | 'clock' | 'seal'>,
  { rowsMax = rowsMaxDefault, lookEvery = lookEveryDefault } = {},
) {
  const keyOf = (what: string) => seal.fingerprint(`guess ${what}`)
  let madeSinceLook = 0

  return {
    /**
     * @param what is guessed at, e.g. `address asha@post.example`
     * @throws DomainError `rate_limited`, with the seconds to wait
     */
    async take(what: string): Promise<Guess> {
      const key = keyOf(what)
      const now = clock.now()
      const counted = await countGuess(db.write, {
        key,
        now,
        forgottenBefore: addMs(now, -forgottenAfterMs),
        waitsUntilMax: addMs(now, longestWaitMs),
        waits: waitsMs.map((ms, n) => ({ fails: freeGuesses + n, until: addMs(now, ms) })),
      })
      if (counted === undefined) throw tooSoon(await findWait(db.write, key), clock.ms())
      if (counted.fails === 1) await keepWithinBound()
      return { key, fails: counted.fails, allowedAt: counted.allowed_at }
    },

    /** It was no guess after all. */
    giveBack: ({ key, allowedAt }: Guess): Promise<void> =>
      uncountGuess(db.write, { key, allowedAt, now: clock.now() }),

    /** It was right: the next one counts from the start. */
    forget: ({ key }: Guess): Promise<void> => deleteGuesses(db.write, key),

    /** The same of a thing by its name, in a transaction. */
    forgetIn: (tx: Transaction<Schema>, what: string): Promise<void> => deleteGuesses(tx, keyOf(what)),
  }

  /** Whoever names many addresses makes many rows: looked at now and then, for a count of all is not free. */
  async function keepWithinBound(): Promise<void> {
    madeSinceLook++
    if (madeSinceLook < lookEvery) return
    madeSinceLook = 0
    await boundGuesses(db.write, rowsMax)
  }
}

function tooSoon(allowedAt: string | undefined, nowMs: number): DomainError {
  const waitMs = allowedAt === undefined ? 0 : Date.parse(allowedAt) - nowMs
  const seconds = Math.max(1, Math.ceil(waitMs / second))
  return refusal('many-guesses', { facts: { seconds }, retryAfterSeconds: seconds })
}
