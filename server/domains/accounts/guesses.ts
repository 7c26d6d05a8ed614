import { refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { boundGuesses, countGuess, deleteGuesses, findWait, uncountGuess } from './guesses.repository.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** So many wrong guesses in a row cost nothing, because people mistype. The last of them begins the waiting. */
export const freeGuesses = 5
/** The wait after each wrong guess from the last free one on. The last wait stands for all more: nobody is locked out. */
const waitsMs = [30 * second, minute, 2 * minute, 4 * minute, 8 * minute, 15 * minute]
const longestWaitMs = Math.max(...waitsMs)
/** The count begins anew after so long without a wrong guess. */
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
  /** Wrong guesses in a row, with this one. */
  readonly fails: number
  readonly allowedAt: string
}

export type Guesses = ReturnType<typeof createGuesses>

/**
 * Makes guessing slow, from however many networks: for each thing that is guessed at, the wait grows with every wrong
 * guess, and is never a lock. The database knows what is guessed at by a keyed hash alone.
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
      if (counted === undefined) {
        const waitMs = Date.parse((await findWait(db.write, key)) ?? now) - clock.ms()
        const seconds = Math.max(1, Math.ceil(waitMs / second))
        throw refusal('many-guesses', { facts: { seconds }, retryAfterSeconds: seconds })
      }
      if (counted.fails === 1) await keepWithinBound()
      return { key, fails: counted.fails, allowedAt: counted.allowed_at }
    },

    /** Takes the count back: it was not a wrong guess. */
    giveBack: ({ key, allowedAt }: Guess): Promise<void> =>
      uncountGuess(db.write, { key, allowedAt, now: clock.now() }),

    /** It was right: the next guess counts from the start. */
    forget: ({ key }: Guess): Promise<void> => deleteGuesses(db.write, key),

    /** `forget` for a thing by its name, in a transaction. */
    forgetIn: (tx: Tx, what: string): Promise<void> => deleteGuesses(tx, keyOf(what)),
  }

  /** Whoever guesses at many addresses makes many rows. They are counted now and then, for a count is not free. */
  async function keepWithinBound(): Promise<void> {
    madeSinceLook++
    if (madeSinceLook < lookEvery) return
    madeSinceLook = 0
    await boundGuesses(db.write, rowsMax)
  }
}
