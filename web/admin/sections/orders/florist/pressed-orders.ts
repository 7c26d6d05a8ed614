import type { FloristOrder, PressKind } from '../../../../../contract/orders/florist.ts'
import {
  type AttemptKind,
  attemptKinds,
  type OrderStatus,
  orderStatuses,
} from '../../../../../contract/orders/order-facts.ts'
import type { KeptPress } from './press-queue.ts'

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
    .reduce((shown, { body }) => pressed(shown, body), order)
}

function pressed(order: FloristOrder, { kind, at, note }: KeptPress['body']): FloristOrder {
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

export function bySlot(orders: readonly FloristOrder[]) {
  const slots = Map.groupBy(orders, ({ day, slot }) => `${day} ${slot?.from ?? ''} ${slot?.name ?? ''}`)
  return [...slots].map(([key, ofSlot]) => ({
    key,
    first: ofSlot[0] as FloristOrder,
    orders: ofSlot,
    zones: [...Map.groupBy(ofSlot, ({ zone }) => zone ?? '')],
  }))
}
