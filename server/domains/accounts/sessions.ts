import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ANY_TOPIC } from '../../db/changes.ts'
import type { Caller, SessionLookup } from '../../http/context.ts'
import type { Deps } from '../deps.ts'
import { findSessionByKey, touchSession } from './accounts.repository.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An unused session ends after this time, which is shorter in the back office, where people may share a computer. */
export const idleMsMax: Record<Caller['usertype'], number> = { admin: 12 * hour, user: 14 * day }
/** Every session ends after this time, even if it is in use. */
export const sessionMsMax = 90 * day
/** Limits how often a request writes the time of the last use. */
const touchEveryMs = 5 * minute

export function sessionEndsMs(
  { updatedAt, expiresAt }: { updatedAt: string; expiresAt: string },
  usertype: Caller['usertype'],
): number {
  return Math.min(Date.parse(expiresAt), Date.parse(updatedAt) + idleMsMax[usertype])
}

/** A session is cached for this time. The change feed ends a cached session sooner, when the session has changed. */
const cachedMs = 5_000
const cachedMax = 10_000

/** Every transaction that changes or ends a session marks this topic. */
export const sessionsTopic = 'sessions'

/** Null if the token is forged, expired or revoked. `isFresh` bypasses the cache. */
export function createSessionLookup(
  { db, clock, log, secret }: Pick<Deps, 'db' | 'clock' | 'log'> & { secret: string },
  lacksSecondFactor: (user: Pick<Caller, 'userId' | 'role'>) => Promise<boolean>,
): SessionLookup {
  const cache = new Map<string, { caller: Caller; untilMs: number }>()
  /** Increases with every change, so that a read that began before a change is not cached. */
  let generation = 0
  db.changes.subscribe((topics) => {
    // Once the site opens, owners need a second factor, so cached sessions may be outdated.
    if (!topics.has(sessionsTopic) && !topics.has('school') && !topics.has(ANY_TOPIC)) return
    generation++
    cache.clear()
  })

  return async (token, { isFresh = false } = {}) => {
    const key = readSessionToken(token, secret)
    if (key === null) return null
    const nowMs = clock.ms()
    const known = cache.get(key)
    if (known !== undefined && nowMs < known.untilMs && !isFresh) return known.caller
    cache.delete(key)

    const generationAtRead = generation
    const session = await findSessionByKey(db.read, key)
    if (session === undefined) return null
    const endsMs = sessionEndsMs(session, session.usertype)
    if (nowMs >= endsMs) return null
    if (nowMs - Date.parse(session.updatedAt) >= touchEveryMs) {
      // A failed write is only logged, since a read-only database must not sign anybody out.
      await touchSession(db.write, session.id, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'the last use of a session could not be recorded'),
      )
    }
    const { id: sessionId, userId, email, usertype, role, instructor_id: instructorId, confirmedAt } = session
    const isLacking = await lacksSecondFactor({ userId, role })
    const own = { userId, email, usertype, role, instructorId }
    const caller: Caller = { ...own, sessionId, confirmedAt, lacksSecondFactor: isLacking }
    if (generation === generationAtRead) {
      if (cache.size >= cachedMax) cache.clear()
      cache.set(key, { caller, untilMs: Math.min(nowMs + cachedMs, endsMs) })
    }
    return caller
  }
}

export function newSessionKey(): string {
  return randomBytes(24).toString('base64url')
}

export function signSessionKey(key: string, secret: string): string {
  return `${key}.${signatureOf(key, secret)}`
}

/** The browser has `key.signature` and the database only the key, so a copy of the database opens no session. */
export function readSessionToken(token: string, secret: string): string | null {
  const dot = token.lastIndexOf('.')
  if (dot < 1) return null
  const key = token.slice(0, dot)
  const given = Buffer.from(token.slice(dot + 1))
  const expected = Buffer.from(signatureOf(key, secret))
  return given.length === expected.length && timingSafeEqual(given, expected) ? key : null
}

function signatureOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64')
}
