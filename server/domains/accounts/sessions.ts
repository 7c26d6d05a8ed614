import { ANY_TOPIC } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { findSessionByKey, touchSession } from './accounts.repository.ts'
import { readSessionToken } from './session-token.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A session ends when it was not used for this long: the back office is left open on a shared desk, a visitor's
 * phone is her own.
 */
export const idleMsMax: Record<Caller['usertype'], number> = { admin: 12 * hour, user: 14 * day }
/** However busy, nobody stays signed in longer than this. */
export const sessionMsMax = 90 * day
/** Use is written down at most this often: reading must not mean writing. */
const touchEveryMs = 5 * minute

/**
 * How long a found session is believed without asking the database. Sign-outs and changes of role or password are
 * told through the change feed (this process at once, others within a quarter of a second); this bound holds where
 * the feed is late.
 */
const believedMs = 5_000
const believedMax = 10_000

/** Marked by every transaction after which a session must not be believed any more. */
export const sessionsTopic = 'sessions'

/** Finds who a bearer token belongs to; the server asks on every call (reading A1). */
export function createSessionLookup({
  db,
  clock,
  log,
  secret,
  lacksSecondFactor,
}: {
  db: Database
  clock: Clock
  log: Logger
  secret: string
  /** Whether the back office stays closed to this user until a second factor is set up. */
  lacksSecondFactor: (user: Pick<Caller, 'userId' | 'role'>) => Promise<boolean>
}): (token: string) => Promise<Caller | null> {
  const believed = new Map<string, { caller: Caller; untilMs: number }>()
  /** Rises with every change, so that what was read before it is not believed after it. */
  let generation = 0
  db.changes.subscribe((topics) => {
    if (!topics.has(sessionsTopic) && !topics.has(ANY_TOPIC)) return
    generation++
    believed.clear()
  })

  return async (token) => {
    const key = readSessionToken(token, secret)
    if (key === null) return null
    const nowMs = clock.ms()
    const known = believed.get(key)
    if (known !== undefined && nowMs < known.untilMs) return known.caller
    believed.delete(key)

    const generationAtRead = generation
    const session = await findSessionByKey(db.read, key)
    if (session === undefined) return null
    const usedMs = Date.parse(session.updatedAt)
    const endsMs = Math.min(Date.parse(session.expiresAt), usedMs + idleMsMax[session.usertype])
    if (nowMs >= endsMs) return null
    if (nowMs - usedMs >= touchEveryMs) {
      // A database that cannot be written to just now must not sign anybody out.
      await touchSession(db.write, session.id, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'the use of a session could not be written down'),
      )
    }
    const { userId, email, usertype, role } = session
    const caller: Caller = {
      userId,
      email,
      usertype,
      role,
      sessionId: session.id,
      lacksSecondFactor: await lacksSecondFactor({ userId, role }),
    }
    if (generation === generationAtRead) {
      if (believed.size >= believedMax) believed.clear()
      believed.set(key, { caller, untilMs: Math.min(nowMs + believedMs, endsMs) })
    }
    return caller
  }
}
