import type { Press } from '../../../../contract/florist.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { ApiError } from '../../../lib/api.ts'
import { keptPresses } from '../../../lib/kept-presses.ts'
import { tellStoredChange } from '../../../lib/stored-changes.ts'

/** A press that waits for a line, with the key by which a second sending is no second press. */
export interface KeptPress {
  key: string
  order: string
  /** For people, should the server refuse it. */
  number: string
  body: Press
}

/** Midnight deliveries run until half past twelve: only then is the florist's day over. */
const dayEndsAfterMidnightMs = 3 * 60 * 60_000

export const floristDayOf = (ms: number) => schoolDayOf(ms - dayEndsAfterMidnightMs)

function isPress(value: unknown): value is KeptPress {
  const { key, order, body } = (value ?? {}) as Partial<KeptPress>
  return typeof key === 'string' && typeof order === 'string' && typeof body?.at === 'string'
}

/** Those of today. */
export function readPresses(now: number): KeptPress[] {
  const kept = keptPresses.readJson()
  if (!Array.isArray(kept)) return []
  const today = floristDayOf(now)
  return kept.filter(isPress).filter(({ body }) => floristDayOf(Date.parse(body.at)) >= today)
}

/** The day's end: what is left of an earlier day leaves the phone. */
export function forgetEarlierDays(now: number): void {
  if (keptPresses.read() === null) return
  const living = readPresses(now)
  if (living.length === 0) write(living)
}

function write(presses: readonly KeptPress[]): void {
  keptPresses.write(presses.length === 0 ? null : JSON.stringify(presses))
  tellStoredChange()
}

/** False if the phone keeps no more: its storage is full or switched off. */
export function keepPress(press: KeptPress, now: number): boolean {
  write([...readPresses(now), press])
  return readPresses(now).some(({ key }) => key === press.key)
}

export function dropPress(key: string, now: number): void {
  write(readPresses(now).filter((one) => one.key !== key))
}

export type Sent<Answer> = { press: KeptPress } & (
  | { answer: Answer; refusal: null }
  | { answer: null; refusal: ApiError }
)

/** Neither the press nor the server is at fault: it is sent again later. */
function isLater({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500
}

/** Sends what is kept, the oldest first, until there is no line. A refused press is not sent again. */
export async function sendPresses<Answer>(
  now: () => number,
  send: (press: KeptPress) => Promise<Answer>,
  onSent: (sent: Sent<Answer>) => void | Promise<void>,
): Promise<void> {
  for (let press = readPresses(now())[0]; press; press = readPresses(now())[0]) {
    try {
      const answer = await send(press)
      await onSent({ press, answer, refusal: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isLater(error)) return
      await onSent({ press, answer: null, refusal: error })
    }
    dropPress(press.key, now())
  }
}
