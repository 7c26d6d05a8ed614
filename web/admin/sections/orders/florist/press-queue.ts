import type { FloristOrder, Press, PressKind } from '../../../../../contract/orders/florist.ts'
import {
  type AttemptKind,
  attemptKinds,
  type OrderStatus,
  orderStatuses,
} from '../../../../../contract/orders/order-facts.ts'
import { ApiError } from '../../../../lib/api.ts'
import { floristDayOf, keptPresses } from '../../../../lib/kept-presses.ts'
import { tellStoredChange } from '../../../../lib/stored-changes.ts'

/** A click that waits for a connection. Sending it twice is harmless, because the server knows its key. */
export interface KeptPress {
  key: string
  /** The user who clicked. If another user signs in on the phone, the click is not sent. */
  by: string
  order: string
  number: string
  body: Press
}

function isPress(value: unknown): value is KeptPress {
  const { key, by, order, body } = (value ?? {}) as Partial<KeptPress>
  const texts = [key, by, order, body?.at]
  return texts.every((text) => typeof text === 'string')
}

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

/** Stores a click. False if the phone's storage is full or switched off. */
export function keepPress(press: KeptPress, now: number): boolean {
  const { by } = press
  write([...readPresses(by, now), press])
  return readPresses(by, now).some(({ key }) => key === press.key)
}

/** Stores a click, without its photograph if the storage has no room for both. Returns which parts were stored. */
export function keepWhatFits(press: KeptPress, now: number): 'whole' | 'without-photograph' | 'nothing' {
  if (keepPress(press, now)) return 'whole'
  const { photograph, ...body } = press.body
  return photograph !== undefined && keepPress({ ...press, body }, now) ? 'without-photograph' : 'nothing'
}

function dropPress({ key, by }: KeptPress, now: number): void {
  write(readPresses(by, now).filter((one) => one.key !== key))
}

export type Sent<Answer> = { press: KeptPress } & (
  | { answer: Answer; refusal: null }
  | { answer: null; refusal: ApiError }
)

/** True for failures that do not concern the click itself, so that it is sent again later. */
function isLater({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500
}

/**
 * Sends the oldest click first and stops when the connection fails. A click that the server rejected is not sent again.
 */
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

const leadsTo: Partial<Record<PressKind, OrderStatus>> = {
  start: 'processing',
  tied: 'processing',
  out: 'shipped',
  delivered: 'delivered',
}

const isAttempt = (kind: PressKind): kind is AttemptKind => (attemptKinds as readonly string[]).includes(kind)

export function hasReached({ status }: Pick<FloristOrder, 'status'>, wanted: OrderStatus): boolean {
  return orderStatuses.indexOf(status) >= orderStatuses.indexOf(wanted)
}

export function withPresses(order: FloristOrder, presses: readonly KeptPress[]): FloristOrder {
  return presses
    .filter((press) => press.order === order.id)
    .reduce((shown, { body }) => applyPress(shown, body), order)
}

function applyPress(order: FloristOrder, { kind, at, note }: KeptPress['body']): FloristOrder {
  if (isAttempt(kind)) {
    if (order.attempts.some((one) => one.kind === kind && one.at === at)) return order
    return { ...order, attempts: [{ kind, at, note: note || null }, ...order.attempts] }
  }
  const to = leadsTo[kind]
  return {
    ...order,
    status: to && !hasReached(order, to) ? to : order.status,
    readyAt: kind === 'tied' ? (order.readyAt ?? at) : order.readyAt,
  }
}

export function groupBySlot(orders: readonly FloristOrder[]) {
  const slots = Map.groupBy(orders, ({ day, slot }) => `${day} ${slot?.from ?? ''} ${slot?.name ?? ''}`)
  return [...slots].map(([key, ofSlot]) => ({
    key,
    first: ofSlot[0] as FloristOrder,
    orders: ofSlot,
    zones: [...Map.groupBy(ofSlot, ({ zone }) => zone ?? '')],
  }))
}
