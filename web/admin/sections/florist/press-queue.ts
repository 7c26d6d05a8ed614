import type { Press } from '../../../../contract/florist.ts'
import { ApiError } from '../../../lib/api.ts'
import { keptPresses } from '../../../lib/kept-presses.ts'
import { tellStoredChange } from '../../../lib/stored-changes.ts'
import { floristDayOf } from '../../../lib/tidy-presses.ts'

/** A press that waits for a line, with the key by which a second sending is no second press. */
export interface KeptPress {
  key: string
  /** The user whose press it is: nobody else sends it. */
  by: string
  order: string
  /** For people, should the server refuse it. */
  number: string
  body: Press
}

function isPress(value: unknown): value is KeptPress {
  const { key, by, order, body } = (value ?? {}) as Partial<KeptPress>
  const texts = [key, by, order, body?.at]
  return texts.every((text) => typeof text === 'string')
}

/** Those of today, of this user. */
export function readPresses(by: string, now: number): KeptPress[] {
  const kept = keptPresses.readJson()
  if (!Array.isArray(kept)) return []
  const today = floristDayOf(now)
  return kept
    .filter(isPress)
    .filter((press) => press.by === by && floristDayOf(Date.parse(press.body.at)) >= today)
}

function write(presses: readonly KeptPress[]): void {
  keptPresses.write(presses.length === 0 ? null : JSON.stringify(presses))
  tellStoredChange()
}

/** False if the phone keeps no more: its storage is full or switched off. */
export function keepPress(press: KeptPress, now: number): boolean {
  const { by } = press
  write([...readPresses(by, now), press])
  return readPresses(by, now).some(({ key }) => key === press.key)
}

function dropPress({ key, by }: KeptPress, now: number): void {
  write(readPresses(by, now).filter((one) => one.key !== key))
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
  by: string,
  now: () => number,
  send: (press: KeptPress) => Promise<Answer>,
  onSent: (sent: Sent<Answer>) => void | Promise<void>,
): Promise<void> {
  const next = () => readPresses(by, now())[0]
  for (let press = next(); press; press = next()) {
    try {
      const answer = await send(press)
      await onSent({ press, answer, refusal: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isLater(error)) return
      await onSent({ press, answer: null, refusal: error })
    }
    dropPress(press, now())
  }
}
